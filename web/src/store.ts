/** All that the page knows, in one value; what draws it is told when it changed. */

import type { Layers, Marked } from "./boards/board";
import { DEFAULTS, gameName, type Options, question } from "./state/address";
import { pathTo, plant, type Tree } from "./state/tree";
import type {
  Analysis, ErrorAnswer, Forecast, GameAbout, GameName, GameRecord, HoodAnswer, Line, MoveAnswer, PageGame, Progress, Puzzle, Side, Value, WhyAnswer,
} from "./types";

export type Mode = "analyse" | "guess" | "play" | "puzzle";

/** How far the analysis of the position on the board has come. */
export type Asked =
  | { at: "nothing" }
  | { at: "looking" }
  /** It would take long: the player decides. */
  | { at: "asking"; forecast: Forecast }
  | { at: "refused"; says: string }
  | { at: "queued"; before: number }
  | { at: "running"; progress: Progress | null }
  /** `analysis` is absent where the player stopped it. */
  | { at: "stopped"; analysis: Analysis | null; states: number; seconds: number }
  | { at: "done"; analysis: Analysis }
  | { at: "failed"; error: ErrorAnswer };

/** What a move that was picked turned out to be. */
export interface Verdict {
  move: string;
  /** Null: its value is not known. */
  answer: MoveAnswer | null;
  best: string[];
}

export interface Guess {
  /** Nodes at which the values were revealed. */
  revealed: ReadonlySet<number>;
  verdict: Verdict | null;
  right: number;
  tried: number;
}

export interface Match {
  side: Side;
  /** Whether the values are shown for now. */
  peek: boolean;
  thinking: boolean;
  resigned: boolean;
  verdict: Verdict | null;
  /** What the player's moves cost, by the nodes that they led to: points, or odds as a float. */
  costs: ReadonlyMap<number, number>;
  /** Why the engine makes no move. */
  trouble: string | null;
}

export interface PuzzleState {
  level: number;
  size: string;
  puzzle: Puzzle | null;
  seed: number;
  verdict: Verdict | null;
  solved: number;
  tried: number;
  loading: boolean;
  trouble: string | null;
}

export interface Edit {
  /** The board as edited, which need not be a position. */
  board: unknown;
  earlier: readonly { board: unknown; position: string | null }[];
  /** What the server made of it; null while it does not say, and where it is no position. */
  position: string | null;
  error: string | null;
}

export interface State {
  game: PageGame;
  options: Options;
  games: readonly GameAbout[];
  tree: Tree;
  /** Of the current node, or of the one before while that is on its way: `settled` tells. */
  record: GameRecord | null;
  settled: boolean;
  /** Why there is no record, and whether it may be there if it is asked for again. */
  problem: string | null;
  passing: boolean;
  asked: Asked;
  /** Values that arrived before the analysis is complete. */
  found: ReadonlyMap<string, Value>;
  line: Line | null;
  lineError: string | null;
  why: WhyAnswer | null;
  whyError: string | null;
  hood: HoodAnswer | null;
  hoodError: string | null;
  hoodAfter: string | null;
  mode: Mode;
  guess: Guess;
  match: Match | null;
  puzzles: PuzzleState;
  edit: Edit | null;
  hover: string | null;
  focus: string | null;
  reply: string | null;
  /** What a term in the reasons stands for, while it is looked at. */
  marked: Marked | null;
  layers: Layers;
  flipped: boolean;
  /** Which of the column's sections are open. */
  open: ReadonlySet<string>;
  notice: string | null;
  firstVisit: boolean;
}

/** One and the same, so that nothing is drawn again for it. */
export const NOTHING_FOUND: ReadonlyMap<string, Value> = new Map();

export const NO_GUESS: Guess = { revealed: new Set(), verdict: null, right: 0, tried: 0 };

export function initial(game: PageGame): State {
  return {
    game, options: DEFAULTS, games: [], tree: plant(""), record: null, settled: false, problem: null, passing: false, asked: { at: "nothing" },
    found: NOTHING_FOUND, line: null, lineError: null, why: null, whyError: null, hood: null, hoodError: null, hoodAfter: null, mode: "analyse", guess: NO_GUESS,
    match: null, puzzles: { level: 2, size: "", puzzle: null, seed: 0, verdict: null, solved: 0, tried: 0, loading: false, trouble: null },
    edit: null, hover: null, focus: null, reply: null, marked: null,
    layers: { numbers: true, heat: true, influence: false, pieces: true, sums: false },
    flipped: false, open: new Set(["moves", "line", "game", "why"]), notice: null, firstVisit: false,
  };
}

export class Store {
  #state: State;
  #listeners: ((state: State) => void)[] = [];
  #due = false;

  constructor(state: State) {
    this.#state = state;
  }

  get state(): State {
    return this.#state;
  }

  /** Changes what is known; it is drawn once all changes of this turn are made. */
  set(change: Partial<State>): void {
    this.#state = { ...this.#state, ...change };
    if (this.#due) return;
    this.#due = true;
    queueMicrotask(() => {
      this.#due = false;
      for (const listener of this.#listeners) listener(this.#state);
    });
  }

  listen(listener: (state: State) => void): void {
    this.#listeners.push(listener);
  }
}

export function serverGame(state: State): GameName {
  return gameName(state.game, state.options);
}

/** What tells one question about a position from another. */
export function questionKey(state: State, position: string): string {
  const { turns, method } = question(state.game, state.options);
  return [serverGame(state), position, turns ?? "", method ?? ""].join(" ");
}

/** The analysis, as far as there is one. */
export function analysisOf(state: State): Analysis | null {
  return state.asked.at === "done" || state.asked.at === "stopped" ? state.asked.analysis : null;
}

/** Whether nothing at all can be told of the position: then there is nothing to list either. */
export function unanswered({ asked, found, problem }: State): boolean {
  return problem !== null || asked.at === "refused" || (asked.at === "failed" && found.size === 0);
}

/** Whether the player is to find the move, so that nothing may tell it. */
export function hidden(state: State): boolean {
  switch (state.mode) {
    case "analyse":
      return false;
    case "guess":
      return !state.guess.revealed.has(state.tree.current) && (state.record?.moves.length ?? 0) > 0;
    case "play":
      return state.match !== null && !state.match.peek && !state.match.resigned && (state.record?.moves.length ?? 0) > 0;
    case "puzzle":
      // The values of a puzzle may come before the puzzle is told.
      return (state.puzzles.puzzle !== null || state.puzzles.loading) && state.puzzles.verdict === null;
  }
}

/** What the player's moves cost, all in all, but for those that were taken back. */
export function lostSoFar({ match, tree }: State): number {
  return pathTo(tree).reduce((sum, id) => sum + (match?.costs.get(id) ?? 0), 0);
}

/** Whether the engine is to move in a game against it. */
export function enginesTurn({ match, record }: State): boolean {
  return match !== null && !match.resigned && record !== null && record.moves.length > 0 && record.to_move !== match.side;
}

/** Why something is not shown; empty if it is. */
export function hiddenText(state: State): string {
  if (!hidden(state)) return "";
  return state.mode === "play" ? "Hidden while you play." : "Hidden until you choose a move.";
}

/** The value of each move, as far as it is known; null if nothing is, or may not be seen. */
export function visibleValues(state: State): ReadonlyMap<string, MoveAnswer> | null {
  return hidden(state) || state.edit !== null ? null : knownValues(state);
}

export function knownValues(state: State): ReadonlyMap<string, MoveAnswer> | null {
  const analysis = analysisOf(state);
  if (analysis) return once(analysis, () => analysis.moves);
  if (state.found.size === 0) return null;
  return once(state.found, () => [...state.found].map(([move, value]) => ({ move, value, best: false })));
}

const byMove = new WeakMap<object, ReadonlyMap<string, MoveAnswer>>();

/** Of one and the same answer the values are one and the same, so that a hover draws no move anew. */
function once(of: object, answers: () => readonly MoveAnswer[]): ReadonlyMap<string, MoveAnswer> {
  const values = byMove.get(of) ?? new Map(answers().map((answer) => [answer.move, answer]));
  byMove.set(of, values);
  return values;
}

export function bestMoves(state: State): string[] {
  return analysisOf(state)?.moves.flatMap((answer) => (answer.best ? [answer.move] : [])) ?? [];
}
