/** The moves, best first, with their values; resting on one shows it on the board. */

import { fill, h, say } from "../dom";
import { behindText, isMargin, isOdds, isOutcome, named, viewText } from "../format";
import type { Session } from "../session/session";
import { analysisOf, hiddenText, type State, unanswered, visibleValues } from "../store";
import type { MoveAnswer } from "../types";
import { memo, type Panel } from "./panel";
import { section } from "./parts";

/** While values are on their way, nothing is said of them here. */
const WAITING = new Set<State["asked"]["at"]>(["nothing", "looking", "queued", "running"]);

/** So many are listed at first. */
const SHOWN = 60;

/** The least and the highest margin; of one and the same list they are looked up once. */
const spreads = new WeakMap<readonly MoveAnswer[], { least: number; most: number }>();

function spread(all: readonly MoveAnswer[]): { least: number; most: number } {
  const known = spreads.get(all);
  if (known) return known;
  const found = { least: Number.POSITIVE_INFINITY, most: Number.NEGATIVE_INFINITY };
  for (const { value: { mover } } of all) {
    if (mover.certainty !== "exact" || !isMargin(mover)) continue;
    found.least = Math.min(found.least, mover.margin);
    found.most = Math.max(found.most, mover.margin);
  }
  spreads.set(all, found);
  return found;
}

/** How long a move's bar is, from 0 to 1. */
export function length(answer: MoveAnswer, all: readonly MoveAnswer[]): number {
  const view = answer.value.mover;
  if (view.certainty !== "exact") return 0;
  if (isOdds(view)) return view.float;
  if (isOutcome(view)) return view.outcome === "win" ? 1 : 0;
  const { least, most } = spread(all);
  // The worst keeps a stub, so that it is seen to be there.
  return most === least ? 1 : 0.08 + (0.92 * (view.margin - least)) / (most - least);
}

export function movesPanel(session: Session): Panel {
  const { element, body, note } = section("moves", "Moves", (name, open) => session.section(name, open));
  const empty = h("p", { class: "soft" });
  const list = h("ol", { class: "moves" });
  const more = h("button", { type: "button", class: "button ghost", onclick: () => { all = true; again(); } });
  body.append(empty, list, more);
  let all = false;
  let state: State;
  let rows = new Map<string, HTMLButtonElement>();

  const row = (answer: MoveAnswer, answers: readonly MoveAnswer[]): HTMLLIElement => {
    const { move, behind, best, value } = answer;
    const view = value.mover;
    const fraction = view.certainty === "exact" && isOdds(view) ? `${view.numerator}/${view.denominator}` : null;
    const loss = best ? "best" : behind && !isOutcome(behind) ? behindText(behind) : "";
    const bar = h("span", { class: "move-bar" });
    bar.style.setProperty("--length", String(length(answer, answers)));
    const one = h("button", {
      type: "button", class: best ? "move is-best" : "move", title: fraction,
      "aria-label": `${move}: ${viewText(view)}${best ? ", best" : loss ? `, ${loss} behind` : ""}`,
      onclick: () => void session.modes.pick(move),
      onpointerenter: () => session.preview.hover(move), onpointerleave: () => session.preview.hover(null),
      onfocus: () => session.preview.hover(move), onblur: () => session.preview.hover(null),
    }, h("span", { class: "move-name" }, move), bar, h("span", { class: "move-value" }, viewText(view)),
      h("span", { class: "move-behind" }, best ? "best" : loss === "" ? "" : `\u2212${loss}`));
    rows.set(move, one);
    return h("li", {}, one);
  };

  const draw = memo(() => {
    const { record } = state;
    const values = visibleValues(state);
    const answers = values ? [...values.values()] : [];
    // While they come one by one they are in the order in which they came: no rank is given to what is not complete.
    rows = new Map();
    fill(list, ...answers.slice(0, all ? undefined : SHOWN).map((answer) => row(answer, answers)));
    more.hidden = all || answers.length <= SHOWN;
    say(more, `All ${answers.length} moves`);
    say(note, record && answers.length > 0 ? `value for ${named(record, record.to_move)}` : "");
    say(empty, answers.length > 0 || !record ? "" : record.moves.length === 0 ? "The game is over." : hiddenText(state) || (WAITING.has(state.asked.at) ? "" : "No values yet."));
    empty.hidden = empty.textContent === "";
  });

  const again = (): void => draw(state.record, analysisOf(state), WAITING.has(state.asked.at), state.found, state.mode, state.guess, state.match, state.puzzles, state.edit, all, state.tree.current);

  return {
    element,
    draw: (now) => {
      if (now.record !== state?.record) all = false;
      state = now;
      element.open = now.open.has("moves");
      element.hidden = now.edit !== null || unanswered(now);
      again();
      for (const [move, one] of rows) one.classList.toggle("looked-at", move === now.hover || move === now.focus);
    },
  };
}
