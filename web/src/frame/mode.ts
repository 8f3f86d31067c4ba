/** What is done with the position: looked at, guessed, played, or solved; and how that goes. */

import { h, refill, type Child } from "../dom";
import { SIZES } from "../examples";
import { behindText, named, percent } from "../format";
import type { Session } from "../session/session";
import { enginesTurn, hidden, lostSoFar, type Mode, serverGame, type State, type Verdict } from "../store";
import type { Side } from "../types";
import { memo, type Panel } from "./panel";
import { button, choice, paragraph, select } from "./parts";

const MODES: [Mode, string][] = [["analyse", "Analyse"], ["guess", "Guess first"], ["play", "Play"], ["puzzle", "Puzzles"]];

/** What a chosen move was worth, in words. */
export function verdictText({ move, answer, best }: Verdict): string {
  const others = best.filter((one) => one !== move);
  const bests = others.length === 0 ? "" : others.length <= 3 ? others.join(", ") : `${others.slice(0, 3).join(", ")} and ${others.length - 3} more`;
  if (move === "") return `The best move is ${bests}.`;
  if (best.includes(move)) return others.length === 0 ? `${move} is the best move.` : `${move} is a best move; so ${others.length === 1 ? "is" : "are"} ${bests}.`;
  if (answer?.behind && !("outcome" in answer.behind)) return `${move} is ${behindText(answer.behind)} behind the best: ${bests}.`;
  if (answer && bests !== "") return `${move} is not the best: ${bests} is.`;
  return bests === "" ? `What ${move} is worth was not known.` : `${move} is not the best move: ${bests} is.`;
}

/** A verdict with a sign of its own, so that its colour says nothing alone. */
function told(verdict: Verdict): HTMLElement {
  const right = verdict.best.includes(verdict.move);
  const sign = verdict.move === "" || (verdict.answer === null && !right) ? "\u2022" : right ? "\u2713" : "\u2717";
  return h("p", { class: `told ${right ? "right" : sign === "\u2717" ? "wrong" : ""}`, role: "status" }, h("span", { class: "sign", "aria-hidden": "true" }, sign), verdictText(verdict));
}

export function modePanel(session: Session): Panel {
  const modes = choice("Mode", MODES, (mode) => void session.modes.enter(mode));
  modes.element.classList.add("modes");
  const body = h("div", { class: "mode-body" });
  const element = h("section", { class: "card mode", "aria-label": "Mode" }, modes.element, body);
  let state: State;

  const guess = (): Child[] => {
    const { guess: now } = state;
    const score = now.tried === 0 ? null : paragraph("soft", `${now.right} of ${now.tried} right`);
    if (hidden(state)) return [paragraph("soft", "Choose the move that you think best: then all values are shown."), score, button("Show the values", () => session.modes.reveal(), { kind: "ghost" })];
    const next = now.verdict?.move;
    const best = now.verdict?.best[0];
    return [now.verdict ? told(now.verdict) : null, score, h("div", { class: "row" },
      next ? button(`Play ${next}`, () => void session.navigation.play(next), { kind: "main" }) : null,
      best && best !== next ? button(`Play ${best}`, () => void session.navigation.play(best), { kind: next ? "plain" : "main" }) : null)];
  };

  const play = (): Child[] => {
    const { match, record } = state;
    if (!match || !record) return [];
    const lost = lostSoFar(state);
    const over = match.resigned || record.moves.length === 0;
    const side = (one: Side) => button(`New game as ${named(record, one)}`, () => void session.modes.newMatch(one), { kind: over ? "main" : "ghost" });
    const now = over ? (match.resigned ? `${named(record, match.side)} resigned. The values are shown now; any move can be tried.` : null)
      : match.thinking ? `${named(record, record.to_move)} is choosing\u2026` : record.to_move === match.side ? `Your move, as ${named(record, match.side)}.` : `${named(record, record.to_move)} is to move.`;
    return [
      now ? paragraph("soft", now) : null,
      match.verdict ? told(match.verdict) : null,
      over && lost > 0 ? paragraph("", `All in all your moves cost ${record.scores ? `${lost} ${lost === 1 ? "point" : "points"}` : `${percent(lost)}\u202f%`}.`)
        : over && record.moves.length === 0 && serverGame(state) !== "hex-perfect" ? paragraph("", "None of your moves cost anything.") : null,
      match.trouble ? h("p", { class: "trouble", role: "alert" }, h("span", { class: "sign", "aria-hidden": "true" }, "!"), match.trouble) : null,
      h("div", { class: "row" },
        enginesTurn(state) && !match.thinking ? button(match.trouble ? "Ask again" : `Let ${named(record, record.to_move)} move`, () => void session.modes.answer(), { kind: "main" }) : null,
        over ? null : button(match.peek ? "Hide values" : "Hint", () => session.modes.reveal()),
        over ? null : button("Take back", () => void session.modes.takeBack(), { key: "u" }),
        over ? null : button("Change sides", () => session.modes.match(match.side === "first" ? "second" : "first")),
        over ? null : button("Resign", () => session.modes.resign())),
      h("div", { class: "row" }, side("first"), side("second")),
    ];
  };

  const puzzle = (): Child[] => {
    const { puzzles, record } = state;
    const levels = [1, 2, 3, 4, 5].map((level) => [String(level), `Level ${level}`] as const);
    const sizes = SIZES[state.game].filter((size) => size !== "11x11" && size !== "10x10" && size !== "2x2").map((size) => [size, size.replace("x", " \u00d7 ")] as const);
    const verdict = puzzles.verdict;
    return [
      h("div", { class: "row" },
        select("Level", levels, String(puzzles.level), (level) => void session.modes.puzzle({ level: Number(level) })),
        select("Size", sizes, puzzles.size, (size) => void session.modes.puzzle({ size }))),
      puzzles.loading ? paragraph("soft", "A puzzle is being made\u2026") : null,
      puzzles.trouble ? h("p", { class: "trouble", role: "alert" }, h("span", { class: "sign", "aria-hidden": "true" }, "!"), puzzles.trouble) : null,
      puzzles.puzzle && record && !verdict ? paragraph("", `One move is best for ${named(record, record.to_move)}: which? Any other is ${behindText(puzzles.puzzle.gap)} worse, or more.`) : null,
      verdict ? told(verdict) : null,
      puzzles.tried > 0 ? paragraph("soft", `${puzzles.solved} of ${puzzles.tried} solved`) : null,
      h("div", { class: "row" },
        button("Next puzzle", () => void session.modes.puzzle(), { kind: verdict ? "main" : "plain" }),
        verdict || !puzzles.puzzle ? null : button("Show the answer", () => session.modes.reveal(), { kind: "ghost" })),
    ];
  };

  const draw = memo(() => {
    modes.draw(state.mode);
    const parts = state.mode === "guess" ? guess() : state.mode === "play" ? play() : state.mode === "puzzle" ? puzzle() : [];
    refill(body, parts);
    body.hidden = parts.length === 0;
  });
  return {
    element,
    draw: (now) => {
      state = now;
      element.hidden = now.edit !== null;
      draw(now.mode, now.guess, now.match, now.puzzles, now.record, now.tree.current, now.game);
    },
  };
}
