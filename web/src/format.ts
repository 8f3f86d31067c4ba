/** How amounts, values and costs are worded. Nothing is computed here but a change of view: what one side wins, the other loses. */

import type { Amount, Cost, GameRecord, Margin, Odds, Outcome, Side, Value, View } from "./types";

export const MINUS = "\u2212";
const NARROW = "\u202f";

export function isMargin(amount: object): amount is Margin {
  return "margin" in amount;
}

export function isOdds(amount: object): amount is Odds {
  return "numerator" in amount;
}

export function isOutcome(amount: object): amount is Outcome {
  return "outcome" in amount;
}

export function other(side: Side): Side {
  return side === "first" ? "second" : "first";
}

/** `first` as a name in a sentence or on its own. */
export function named(record: GameRecord, side: Side): string {
  const name = record.players[side];
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** An error, which is told in lower case and without a stop, as a sentence. */
export function sentenceOf(error: string): string {
  const text = error.charAt(0).toUpperCase() + error.slice(1);
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

export function signed(margin: number): string {
  if (margin > 0) return `+${margin}`;
  return margin < 0 ? `${MINUS}${-margin}` : "0";
}

/** Per cent with one digit; what is neither none nor all is not rounded to it. */
export function percent(probability: number): string {
  const text = (100 * probability).toFixed(1);
  if (text === "100.0" && probability < 1) return ">99.9";
  if (text === "0.0" && probability > 0) return "<0.1";
  return text;
}

/** An amount as short as it can be. */
export function amountText(amount: Amount): string {
  if (isMargin(amount)) return signed(amount.margin);
  if (isOdds(amount)) return `${percent(amount.float)}${NARROW}%`;
  return amount.outcome;
}

/** How far behind the best: no sign, and the unit of the amount. */
export function behindText(amount: Amount): string {
  if (isMargin(amount)) return String(amount.margin);
  if (!isOdds(amount)) return amount.outcome;
  // What is less than a tenth of a per cent has two digits all the same: it is behind, and others may be more so.
  const small = amount.float > 0 && amount.float < 0.001;
  return `${small ? Number((100 * amount.float).toPrecision(2)) : percent(amount.float)}${NARROW}%`;
}

export function viewText(view: View): string {
  switch (view.certainty) {
    case "unknown":
      return "unknown";
    case "exact":
      return amountText(view);
    case "lower":
      return `\u2265${NARROW}${amountText(view)}`;
    case "upper":
      return `\u2264${NARROW}${amountText(view)}`;
  }
}

/** The same amount as the other side sees it. */
export function turned(view: View): View {
  if (view.certainty === "unknown") return view;
  const certainty = view.certainty === "exact" ? "exact" : view.certainty === "lower" ? "upper" : "lower";
  if (isMargin(view)) return { certainty, margin: view.margin === 0 ? 0 : -view.margin };
  if (isOutcome(view)) return { certainty, outcome: view.outcome === "win" ? "loss" : "win" };
  const numerator = (BigInt(view.denominator) - BigInt(view.numerator)).toString();
  return { certainty, numerator, denominator: view.denominator, float: 1 - view.float };
}

/** A value of a position as one side of the game sees it, who is to move there being known. */
export function seenBy(value: Value, toMove: Side, side: Side): View {
  return toMove === side ? value.mover : turned(value.mover);
}

/** The exact fraction, where it is short enough to be read. */
export function fractionText(odds: Odds, longest = 40): string {
  const text = `${odds.numerator}/${odds.denominator}`;
  return text.length <= longest ? text : `${text.slice(0, longest - 1)}\u2026`;
}

/** The first side's lead so far. */
function ahead(record: GameRecord): number {
  return record.points.first - record.points.second;
}

/** The first side's margin at the end of the game, points so far included. */
export function finalMargin(record: GameRecord, value: Value): number | null {
  const view = seenBy(value, record.to_move, "first");
  return view.certainty === "exact" && isMargin(view) ? ahead(record) + view.margin : null;
}

/** What best play comes to, in a sentence. */
export function valueSentence(record: GameRecord, value: Value, coin = false): string {
  const view = seenBy(value, record.to_move, "first");
  if (view.certainty === "unknown") return "What best play comes to is not known.";
  if (isOutcome(view)) {
    const side = view.outcome === "win" ? "first" : "second";
    return `${named(record, side)} wins, however the other plays.`;
  }
  if (isOdds(view)) {
    const side = record.to_move;
    return `${named(record, side)} wins ${viewText(value.mover)} of games if both sides fill cells at random${coin ? " and a coin says who moves" : ""}.`;
  }
  if (view.certainty !== "exact") {
    return `${named(record, "first")} gains ${view.certainty === "lower" ? "at least" : "at most"} ${signed(view.margin)} from here.`;
  }
  const rest = view.margin;
  const gainer = rest >= 0 ? "first" : "second";
  const sofar = ahead(record);
  const from = rest === 0 ? "Neither side gains from here" : `With best play ${named(record, gainer)} gains ${Math.abs(rest)} from here`;
  if (record.points.first === 0 && record.points.second === 0) return `${from}.`;
  const end = sofar + rest;
  if (end === 0) return `${from}: a draw in the end.`;
  return `${from}: ${named(record, end > 0 ? "first" : "second")} ends ${Math.abs(end)} ahead.`;
}

const grouped = new Intl.NumberFormat("en");

/** Whole numbers with thousands set apart; those too large for a float as digits. */
export function count(number: number | string): string {
  return typeof number === "number" ? grouped.format(number) : /^\d+$/.test(number) ? grouped.format(BigInt(number)) : number;
}

const SHORT: [number, string][] = [[1e12, " trillion"], [1e9, " billion"], [1e6, " million"], [1e4, " thousand"]];

/** Large numbers in three digits and a word. */
export function roughly(number: number): string {
  for (const [unit, word] of SHORT) {
    if (number >= unit) {
      const scaled = unit === 1e4 ? number / 1e3 : number / unit;
      return `${scaled >= 100 ? Math.round(scaled) : Number(scaled.toPrecision(3))}${word}`;
    }
  }
  return count(Math.round(number));
}

export function duration(seconds: number): string {
  if (seconds < 1e-3) return `${Math.max(1, Math.round(seconds * 1e6))}${NARROW}\u00b5s`;
  if (seconds < 1) return `${Number((seconds * 1e3).toPrecision(2))}${NARROW}ms`;
  if (seconds < 60) return `${seconds.toFixed(1)}${NARROW}s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)}${NARROW}min ${Math.round(seconds % 60)}${NARROW}s`;
  return `${grouped.format(Number((seconds / 3600).toPrecision(2)))}${NARROW}h`;
}

export function bytes(number: number): string {
  const units = ["bytes", "KiB", "MiB", "GiB", "TiB"];
  let scaled = number;
  let unit = 0;
  while (scaled >= 1024 && unit < units.length - 1) {
    scaled /= 1024;
    unit += 1;
  }
  const text = unit === 0 || scaled >= 100 ? grouped.format(Math.round(scaled)) : scaled.toFixed(1);
  return `${text}${NARROW}${units[unit]}`;
}

/** What an answer cost, part by part. */
export function costParts(cost: Cost): string[] {
  const parts = [`${count(cost.states)} states`];
  if (cost.seconds !== undefined) {
    parts.push(duration(cost.seconds));
    // What took no time says nothing about speed.
    if (cost.seconds > 1e-3) parts.push(`${roughly(cost.states / cost.seconds)} states/s`);
  }
  parts.push(bytes(cost.memory_bytes), cost.method);
  if (cost.mistakes_log2 !== undefined) parts.push(`doubt 2^${cost.mistakes_log2}`.replace("-", MINUS));
  if (cost.cached) parts.push("from the cache");
  return parts;
}
