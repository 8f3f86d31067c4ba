/** The sections on why, and on what the method keeps: filled by each game's own panels. */

import { fill, h, say } from "../dom";
import { hood, why } from "../reasons/reasons";
import type { ReasonsPanel } from "../reasons/panel";
import type { Session } from "../session/session";
import { analysisOf, hidden, hiddenText, serverGame, type State, unanswered } from "../store";
import type { GameName, GameRecord } from "../types";
import { memo, type Panel } from "./panel";
import { section } from "./parts";

interface Look<Answer> {
  name: "why" | "hood";
  title: string;
  make(game: GameName): ReasonsPanel<Answer>;
  answer(state: State): Answer | null;
  error(state: State): string | null;
  none(state: State): string | null;
}

function reasonsSection<Answer>(session: Session, look: Look<Answer>): Panel {
  const { element, body } = section(look.name, look.title, (name, open) => session.section(name, open));
  const place = h("div", {});
  const text = h("p", { class: "soft" });
  body.append(place, text);
  const panels = new Map<GameName, ReasonsPanel<Answer>>();
  let shown: ReasonsPanel<Answer> | null = null;
  let state: State;

  const panel = (game: GameName): ReasonsPanel<Answer> => {
    const known = panels.get(game) ?? look.make(game);
    panels.set(game, known);
    if (shown !== known) fill(place, known.element);
    shown = known;
    return known;
  };

  const draw = memo(() => {
    const record: GameRecord | null = state.record;
    const secret = hidden(state) || state.edit !== null;
    const none = look.none(state);
    const answer = secret || none !== null ? null : look.answer(state);
    if (record && none === null) panel(serverGame(state)).draw(answer, record);
    place.hidden = answer === null;
    const over = record?.moves.length === 0;
    say(text, answer ? "" : secret ? hiddenText(state) : over ? "The game is over." : (none ?? look.error(state) ?? (look.name === "hood" || analysisOf(state) ? "Working\u2026" : "")));
    text.hidden = text.textContent === "";
  });
  return {
    element,
    draw: (now) => {
      state = now;
      element.open = now.open.has(look.name);
      // What a method keeps is there even where no value is asked of it.
      element.hidden = now.edit !== null || (look.name === "why" ? unanswered(now) : now.problem !== null);
      draw(now.record, analysisOf(now), now.why, now.hood, now.whyError, now.hoodError, now.mode, now.guess, now.match, now.puzzles, now.edit);
    },
  };
}

export function reasonsPanels(session: Session): Panel[] {
  const events = {
    hover: (move: string | null) => session.preview.hover(move),
    play: (move: string) => void session.modes.pick(move),
    after: (cell: string) => void session.analyst.hood(cell),
    mark: (marked: State["marked"]) => session.store.set({ marked }),
  };
  return [
    reasonsSection(session, {
      name: "why", title: "Why", make: (game) => why(game, events), answer: (state) => state.why, error: (state) => state.whyError,
      none: (state) => (serverGame(state) === "hex-perfect" ? "Perfect play has no reasons in numbers: try the best line." : null),
    }),
    reasonsSection(session, {
      name: "hood", title: "Under the hood", make: (game) => hood(game, events), answer: (state) => state.hood, error: (state) => state.hoodError,
      none: (state) => (serverGame(state) === "hex-perfect" ? "The proof search of perfect Hex has no picture." : null),
    }),
  ];
}
