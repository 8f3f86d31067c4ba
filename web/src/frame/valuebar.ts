/** The value of the position: a bar divided between the sides, and a sentence. */

import { fill, h, say } from "../dom";
import { finalMargin, fractionText, isMargin, isOdds, isOutcome, named, seenBy, sentenceOf, valueSentence, viewText } from "../format";
import { analysisOf, hidden, type State } from "../store";
import type { Board, GameRecord, Side, Value } from "../types";
import { memo, type Panel } from "./panel";
import { mark } from "./parts";

/** A scale for margins: so many points are half of what the bar can show. */
function scale(board: Board): number {
  if ("boxes_left" in board) return board.rows * board.columns;
  if (!("first" in board)) return 1;
  const total = [...board.first, ...board.second].flat().reduce((sum, score) => sum + Math.abs(score), 0);
  return Math.max(1, total / 6);
}

/** The first side's share of the bar, from 0 to 1; null where the value is not known. */
export function share(record: GameRecord, value: Value): number | null {
  const view = seenBy(value, record.to_move, "first");
  if (view.certainty !== "exact") return null;
  if (isOdds(view)) return view.float;
  if (isOutcome(view)) return view.outcome === "win" ? 1 : 0;
  const margin = finalMargin(record, value) ?? 0;
  // Boxes are shared out, so the bar can show just that; scores have no such whole.
  if ("boxes_left" in record.board) return (1 + margin / scale(record.board)) / 2;
  return (1 + margin / (Math.abs(margin) + scale(record.board))) / 2;
}

export function valueBar(): Panel {
  const bar = h("div", { class: "bar", "aria-hidden": "true" }, h("span", { class: "bar-first" }), h("span", { class: "bar-middle" }));
  const sides = { first: h("div", { class: "bar-side" }), second: h("div", { class: "bar-side second" }) };
  const sentence = h("p", { class: "sentence", role: "status", "aria-live": "polite" });
  const exact = h("p", { class: "exact" });
  const element = h("section", { class: "card value", "aria-label": "Value" }, h("div", { class: "bar-sides" }, sides.first, sides.second), bar, sentence, exact);

  const side = (record: GameRecord, which: Side, value: Value | null): void => {
    const points = record.scores && (record.points.first !== 0 || record.points.second !== 0) ? h("span", { class: "points" }, record.points[which] === 1 ? "1 point so far" : `${record.points[which]} points so far`) : null;
    const amount = value ? seenBy(value, record.to_move, which) : null;
    const moves = record.to_move === which && record.moves.length > 0;
    fill(sides[which],
      h("span", { class: "side-line" }, mark(which), h("span", { class: `side-name ${which}` }, named(record, which)), moves ? h("span", { class: "turn" }, "to move") : null),
      h("span", { class: "side-line" }, amount && amount.certainty !== "unknown" ? h("strong", { class: "amount" }, viewText(amount)) : null, points));
  };

  let state: State;
  const draw = memo(() => {
    const { record } = state;
    if (!record) {
      fill(sides.first);
      fill(sides.second);
      bar.classList.remove("known");
      bar.style.setProperty("--share", "0.5");
      exact.hidden = true;
      say(sentence, state.problem === null ? "" : sentenceOf(state.problem));
      return;
    }
    const secret = hidden(state) || state.edit !== null;
    const value = secret ? null : (analysisOf(state)?.value ?? null);
    side(record, "first", value);
    side(record, "second", value);
    const over = record.ending;
    const part = over ? (over.kind === "decided" ? (over.winner === "first" ? 1 : 0) : null) : value ? share(record, value) : null;
    const ended = over?.kind === "over" ? share({ ...record, to_move: "first" }, nothingLeft) : part;
    bar.classList.toggle("known", ended !== null);
    bar.style.setProperty("--share", String(ended ?? 0.5));
    say(sentence, words(state, record, value, secret));
    const fraction = value && value.mover.certainty === "exact" && isOdds(value.mover) ? value.mover : null;
    say(exact, fraction ? `exactly ${fractionText(fraction)}` : "");
    exact.title = fraction ? `${fraction.numerator}/${fraction.denominator}` : "";
    exact.hidden = fraction === null;
  });
  return {
    element,
    draw: (now) => {
      state = now;
      draw(now.record, now.asked, now.mode, now.guess, now.match, now.puzzles, now.edit, now.problem, now.options, now.tree.current, now.settled || now.asked.at !== "nothing");
    },
  };
}

const nothingLeft: Value = { mover: { certainty: "exact", margin: 0 }, first: { certainty: "exact", margin: 0 } };

function words(state: State, record: GameRecord, value: Value | null, secret: boolean): string {
  if (state.edit) return state.edit.error === null ? "Change the board, then choose Done." : sentenceOf(state.edit.error);
  if (!state.settled && state.asked.at === "nothing") return "Waiting for the server\u2026";
  if (record.says !== undefined) return sentenceOf(record.says);
  if (secret && state.mode === "play") return `${lastMove(state, record)}Values are hidden while you play.`;
  if (secret) return `Find the best move for ${named(record, record.to_move)}.`;
  switch (state.asked.at) {
    case "failed":
      return sentenceOf(state.asked.error.error);
    case "refused":
      return `Too large for this server: ${state.asked.says}.`;
    case "asking":
      return `This position is large: ${state.asked.forecast.says}.`;
    case "stopped":
      if (!value || value.mover.certainty === "unknown") return "Stopped before the value was known.";
      break;
    case "running":
    case "queued":
    case "looking":
      return "Working\u2026";
  }
  if (!value) return "";
  const sentence = valueSentence(record, value, state.options.turns.startsWith("coin"));
  return isMarginValue(value) || !record.ending ? sentence : "";
}

/** What the engine played, for whoever does not see it. */
function lastMove(state: State, record: GameRecord): string {
  const last = record.plies.at(-1);
  return last && last.side !== state.match?.side ? `${named(record, last.side)} played ${last.move}. ` : "";
}

function isMarginValue(value: Value): boolean {
  return value.mover.certainty !== "unknown" && isMargin(value.mover);
}
