/** The board, as large as the window lets it be, and what is at hand below it. */

import type { ArrowKey, BoardScene, BoardView } from "../boards/board";
import { board } from "../boards/boards";
import { fill, h, refill } from "../dom";
import { sentenceOf } from "../format";
import type { Session } from "../session/session";
import { back, forward, ROOT, toEnd, toStart } from "../state/tree";
import { analysisOf, hidden, serverGame, type State, visibleValues } from "../store";
import type { Board, GameName, GameRecord } from "../types";
import { memo, type Panel } from "./panel";
import { button, toggle } from "./parts";

const KEYS: Record<string, ArrowKey> = { ArrowUp: "up", ArrowDown: "down", ArrowLeft: "left", ArrowRight: "right" };

/**
 * Boards of more cells are not drawn: each move is a button, and a browser is long about it. Of 60 by 60 it takes half a
 * second to draw the edges of Dots and Boxes or the scores of Contour anew, and a tenth of one to follow the pointer.
 */
const MOST_CELLS = 2500;

export function tooLarge(record: GameRecord | null): boolean {
  return record !== null && record.board.rows * record.board.columns > MOST_CELLS;
}

/** The keyboard goes to the board, where it was there last; says whether there is a move for it. */
export function toBoard(): boolean {
  const move = document.querySelector<SVGElement>("#board [tabindex='0']");
  move?.focus();
  return move !== null;
}

export function stage(session: Session): Panel {
  const views = new Map<GameName, BoardView>();
  const host = h("div", { class: "board-host", id: "board" });
  const problem = h("div", { class: "problem" });
  const tools = toolbar(session);
  const element = h("div", { class: "stage" }, host, problem, tools.element);
  let state: State;
  let view: BoardView | null = null;
  let pointing = false;

  const events = {
    play: (move: string) => void session.modes.pick(move),
    hover: (move: string | null) => session.preview.hover(move),
    focus: (move: string | null) => session.store.set({ focus: move }),
    edit: (changed: unknown) => void session.editor.change(changed),
  };

  const show = (game: GameName): BoardView => {
    const known = views.get(game) ?? board(game, events);
    views.set(game, known);
    if (view !== known) fill(host, known.element);
    view = known;
    return known;
  };

  // The moves on a board are buttons, one of which Tab reaches; arrows lead from one to the next.
  host.addEventListener("keydown", (event) => {
    const key = KEYS[event.key];
    if (!view || !key || event.ctrlKey || event.metaKey || event.altKey || event.target instanceof HTMLInputElement) return;
    const next = view.step(session.state.focus, key);
    session.store.set({ focus: next });
    session.preview.hover(next);
    event.preventDefault();
    event.stopPropagation();
  });
  host.addEventListener("focusout", (event) => {
    if (event.relatedTarget instanceof Node && host.contains(event.relatedTarget)) return;
    session.store.set({ focus: null });
    if (!pointing) session.preview.hover(null);
  });
  // Whoever points at a move has the page's keys, not the board's: Left takes the move back, Space plays the best.
  host.addEventListener("pointerdown", () => {
    pointing = true;
  });
  host.addEventListener("click", ({ detail }) => {
    const { activeElement } = document;
    if (detail > 0 && activeElement instanceof SVGElement && host.contains(activeElement)) activeElement.blur();
    pointing = false;
  });

  const scene = (): BoardScene | null => {
    const { record, edit, tree } = state;
    if (!record) return null;
    const secret = hidden(state);
    const shown = edit ? { ...record, board: edit.board as Board, moves: [], plies: [] } : record;
    return {
      record: shown, values: visibleValues(state), best: !secret, last: edit ? null : (tree.nodes[tree.current]?.move ?? null),
      focus: state.focus, hover: state.hover, reply: state.reply, edit: edit !== null, flipped: state.flipped, layers: state.layers,
      why: secret || edit ? null : state.why, hood: secret || edit || !state.open.has("hood") ? null : state.hood, marked: secret || edit ? null : state.marked,
    };
  };

  const draw = memo(() => {
    const { record } = state;
    const large = tooLarge(record);
    const drawn = large ? null : scene();
    host.hidden = state.problem !== null || large;
    const example = button("Show the example", () => void session.navigation.open(new URL(`/${state.game}`, location.href), null, "push"), { kind: "main" });
    refill(problem, state.problem === null ? large ? [
      h("p", { role: "alert" }, "This board is too large to be drawn here; the command takes it, and so does the API."), example,
    ] : [] : [
      h("p", { role: "alert" }, sentenceOf(state.problem)),
      state.passing ? button("Try again", () => void session.navigation.go(session.state.tree), { kind: "main" })
        : state.tree.current === ROOT ? example
        : button("Back to the start", () => void session.navigation.go(toStart(state.tree)), { kind: "main" }),
    ]);
    problem.hidden = !host.hidden;
    if (drawn) show(serverGame(state)).draw(drawn);
  });

  return {
    element,
    draw: (now) => {
      state = now;
      // Until the record of a move is there, the board stays as it is: what it would draw is neither here nor there.
      if (now.settled) draw(now.record, analysisOf(now), now.found, now.focus, now.hover, now.reply, now.edit, now.flipped, now.layers, now.why, now.hood, now.open, now.marked, now.mode, now.guess, now.match, now.puzzles, now.problem, now.tree);
      tools.draw(now);
    },
  };
}

function toolbar(session: Session): Panel {
  const { navigation } = session;
  const walk = [
    button("To the start", () => void navigation.go(toStart(session.state.tree)), { icon: "start", quiet: true, key: "Home" }),
    button("Back", () => void navigation.go(back(session.state.tree)), { icon: "back", quiet: true, key: "ArrowLeft" }),
    button("Forward", () => void navigation.go(forward(session.state.tree)), { icon: "forward", quiet: true, key: "ArrowRight" }),
    button("To the end", () => void navigation.go(toEnd(session.state.tree)), { icon: "end", quiet: true, key: "End" }),
  ] as const;
  const undo = button("Undo", () => void session.undo(), { icon: "undo", quiet: true, key: "u" });
  const redo = button("Redo", () => void session.redo(), { icon: "redo", quiet: true, key: "r" });
  const best = button("Play the best", () => void session.playBest(), { icon: "best", quiet: true, key: "Space" });
  const flip = toggle("Flip the board", () => session.store.set({ flipped: !session.state.flipped }), { icon: "flip", quiet: true, key: "f" });
  const numbers = toggle("Values", () => session.layer("numbers"), { key: "v" });
  const heat = toggle("Heat", () => session.layer("heat"));
  const influence = toggle("Influence", () => session.layer("influence"));
  const pieces = toggle("Chains", () => session.layer("pieces"));
  const sums = toggle("Sums", () => session.layer("sums"));
  const group = (label: string, ...parts: HTMLElement[]) => h("div", { class: "tools", role: "group", "aria-label": label }, ...parts);
  const element = h("div", { class: "toolbar" }, group("Walk through the game", ...walk), group("Moves", undo, redo, best, flip.element),
    group("Layers", numbers.element, heat.element, influence.element, pieces.element, sums.element));
  return {
    element,
    draw: (state) => {
      const { tree, layers, edit } = state;
      const at = tree.nodes[tree.current];
      const atStart = at?.parent === null;
      const atEnd = (at?.children.length ?? 0) === 0;
      for (const one of walk.slice(0, 2)) one.disabled = atStart || edit !== null;
      for (const one of walk.slice(2)) one.disabled = atEnd || edit !== null;
      undo.disabled = edit ? edit.earlier.length === 0 : atStart;
      redo.disabled = edit !== null || !navigation.redoable;
      best.disabled = edit !== null || state.mode === "play" || hidden(state) || state.asked.at !== "done";
      flip.draw(state.flipped);
      numbers.draw(layers.numbers);
      heat.draw(layers.heat);
      influence.draw(layers.influence);
      pieces.draw(layers.pieces);
      sums.draw(layers.sums);
      influence.element.hidden = serverGame(state) !== "hex";
      pieces.element.hidden = state.game !== "dots";
      sums.element.hidden = state.game !== "contour";
    },
  };
}
