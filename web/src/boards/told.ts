/** Values and moves in a few signs for a board, and in words for whoever hears them. */

import { MINUS, percent as inPerCent, signed } from "../format";
import type { Amount, MoveAnswer, View } from "../types";

/** In per cent; where there is no room for a decimal, in whole ones. */
export function percent(part: number, decimals = 1): string {
  return decimals > 0 ? inPerCent(part) : (100 * part).toFixed(0);
}

const AT_LEAST = { exact: "", lower: "≥", upper: "≤" };
const SAID = { exact: "", lower: "at least ", upper: "at most " };

/** An amount in a few signs: `+3`, `74.3`, `win`. */
export function amount(of: Amount, decimals = 1): string {
  if ("margin" in of) return signed(of.margin);
  if ("float" in of) return percent(of.float, decimals);
  return of.outcome;
}

export function value(view: View, decimals = 1): string {
  return view.certainty === "unknown" ? "?" : AT_LEAST[view.certainty] + amount(view, decimals);
}

/** How far behind, without a sign. */
export function behind(of: Amount): string {
  if ("margin" in of) return String(Math.abs(of.margin));
  if ("float" in of) return percent(Math.abs(of.float));
  return of.outcome === "loss" ? "loses" : "";
}

/** A move for whoever hears it: `b2, 74.3 per cent, best`. */
export function spoken(name: string, move: MoveAnswer | undefined): string {
  if (!move) return name;
  const view = move.value.mover;
  if (view.certainty === "unknown") return `${name}, value not known`;
  const unit = "float" in view ? " per cent" : "";
  const told = `${name}, ${SAID[view.certainty]}${amount(view).replace(MINUS, "minus ").replace("+", "plus ")}${unit}`;
  if (move.best) return `${told}, best`;
  if (!move.behind || "outcome" in move.behind) return told;
  return `${told}, ${behind(move.behind)}${unit} behind`;
}

/** How wide a text is, about, in parts of its size: figures are as wide as each other. */
export function em(words: string): number {
  let wide = 0;
  for (const sign of words) wide += sign === "." || sign === "," ? 0.32 : /[+−≥≤]/.test(sign) ? 0.62 : 0.6;
  return wide;
}

/** The largest size at which a text is no wider than this. */
export function fitting(words: number, room: number, most: number): number {
  return words > 0 ? Math.min(most, room / words) : most;
}
