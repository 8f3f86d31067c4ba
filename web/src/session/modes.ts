/** What a click on a move does, by mode: it is played, it is a guess, it is answered by the engine, or it solves a puzzle. */

import { ApiError, api, isAbort } from "../api";
import { SIZES } from "../examples";
import { DEFAULTS, question } from "../state/address";
import { movesTo, node, play, ROOT } from "../state/tree";
import { analysisOf, bestMoves, enginesTurn, hidden, type Match, type Mode, NO_GUESS, type PuzzleState, type Store, serverGame, type Verdict } from "../store";
import type { Puzzle, Side } from "../types";
import type { Analyst } from "./analyst";
import type { Navigation } from "./navigation";

/** So long the engine's move is waited for at least, that it is seen. */
const PAUSE = 250;

const FRESH: Omit<Match, "side"> = { peek: false, thinking: false, resigned: false, verdict: null, costs: new Map(), trouble: null };

/** How much a move is behind the best, as a number to add up. */
function lost(verdict: Verdict | null): number {
  const behind = verdict?.answer?.behind;
  if (!behind || "outcome" in behind) return 0;
  return "margin" in behind ? behind.margin : behind.float;
}

export class Modes {
  readonly #store: Store;
  readonly #navigation: Navigation;
  readonly #analyst: Analyst;
  #abort = new AbortController();
  /** A game begins at the position that is on its way. */
  #anew = false;

  constructor(store: Store, navigation: Navigation, analyst: Analyst) {
    this.#store = store;
    this.#navigation = navigation;
    this.#analyst = analyst;
    navigation.arrived = () => this.#arrived();
  }

  /** The player chose a move. */
  async pick(move: string): Promise<void> {
    const { state } = this.#store;
    if (!state.settled || state.edit || !state.record?.moves.includes(move)) return;
    switch (state.mode) {
      case "analyse":
        return this.#navigation.play(move);
      case "guess":
        return hidden(state) ? this.#guess(move) : this.#navigation.play(move);
      case "play":
        return this.#move(move);
      case "puzzle":
        return hidden(state) ? this.#solve(move) : this.#navigation.play(move);
    }
  }

  async enter(mode: Mode): Promise<void> {
    const { state } = this.#store;
    if (mode === state.mode) return;
    this.#abort.abort();
    this.#store.set({ mode, guess: NO_GUESS, match: null, hover: null, reply: null, puzzles: { ...state.puzzles, puzzle: null, verdict: null, trouble: null } });
    if (mode === "play") this.match(state.record?.to_move ?? "first");
    else if (mode === "puzzle") await this.puzzle();
    else this.#analyst.look();
  }

  #verdict(move: string): Verdict {
    const { state } = this.#store;
    const answer = analysisOf(state)?.moves.find((one) => one.move === move);
    const known = answer && answer.value.mover.certainty === "exact" && bestMoves(state).length > 0;
    return { move, answer: known ? answer : null, best: bestMoves(state) };
  }

  // Guess first.

  #guess(move: string): void {
    const { state } = this.#store;
    if (!analysisOf(state)) {
      this.#store.set({ notice: "The values are not there yet." });
      return;
    }
    const verdict = this.#verdict(move);
    const revealed = new Set(state.guess.revealed).add(state.tree.current);
    const known = verdict.answer !== null;
    this.#store.set({
      guess: { revealed, verdict, tried: state.guess.tried + (known ? 1 : 0), right: state.guess.right + (verdict.answer?.best ? 1 : 0) },
    });
    this.#analyst.look();
  }

  reveal(): void {
    const { state } = this.#store;
    if (state.mode === "guess") this.#store.set({ guess: { ...state.guess, revealed: new Set(state.guess.revealed).add(state.tree.current), verdict: null } });
    if (state.mode === "play" && state.match) this.#store.set({ match: { ...state.match, peek: !state.match.peek } });
    if (state.mode === "puzzle" && state.puzzles.puzzle && !state.puzzles.verdict) this.#judge({ move: "", answer: null, best: state.puzzles.puzzle.best });
    this.#analyst.look();
  }

  // Against exact play.

  match(side: Side): void {
    this.#abort.abort();
    this.#setMatch({ ...FRESH, side });
    this.#turn();
  }

  /** From the start position again. */
  async newMatch(side: Side): Promise<void> {
    this.#abort.abort();
    this.#setMatch({ ...FRESH, side });
    this.#anew = true;
    await this.#navigation.go({ ...this.#store.state.tree, current: ROOT }, "push");
  }

  resign(): void {
    const { match } = this.#store.state;
    if (match) this.#setMatch({ ...match, resigned: true, thinking: false });
    this.#abort.abort();
    this.#analyst.look();
  }

  #setMatch(match: Match | null): void {
    this.#store.set({ match });
  }

  async #move(move: string): Promise<void> {
    const { state } = this.#store;
    const { match, record } = state;
    if (!match || match.thinking || !record || (record.to_move !== match.side && !match.resigned)) return;
    const verdict = match.resigned ? null : this.#verdict(move);
    const costs = verdict ? new Map(match.costs).set(play(state.tree, move).current, lost(verdict)) : match.costs;
    this.#setMatch({ ...match, peek: false, verdict, costs });
    await this.#navigation.play(move);
  }

  /** Takes moves back until the player is to move again. */
  async takeBack(): Promise<void> {
    this.#abort.abort();
    const { state } = this.#store;
    const { match, tree, record } = state;
    if (!match || !record) return;
    let at = tree.current;
    // The record may be of a position that was left already; whose plies they were it has all the same.
    let plies = movesTo(tree).length;
    do {
      const { parent } = node(tree, at);
      if (parent === null) break;
      at = parent;
      plies -= 1;
    } while (plies > 0 && record.plies[plies]?.side !== match.side);
    this.#setMatch({ ...match, thinking: false, verdict: null, trouble: null });
    await this.#navigation.go({ ...tree, current: at }, "replace");
  }

  /**
   * A position is on the board. Where moves were played from it before, someone walks through the game: nobody moves then,
   * unless a game begins there.
   */
  #arrived(): void {
    const { tree } = this.#store.state;
    const anew = this.#anew;
    this.#anew = false;
    if (anew || node(tree, tree.current).children.length === 0) this.#turn();
    else this.#rest();
  }

  /** Is it the engine's turn? */
  #turn(): void {
    const { state } = this.#store;
    if (state.mode === "play" && enginesTurn(state)) void this.answer();
    else this.#rest();
  }

  /** The engine does not think any more: what it was asked about was left. */
  #rest(): void {
    const { match } = this.#store.state;
    if (!match?.thinking) return;
    this.#abort.abort();
    this.#setMatch({ ...match, thinking: false });
  }

  /** The engine makes its move. */
  async answer(): Promise<void> {
    this.#abort.abort();
    const abort = new AbortController();
    this.#abort = abort;
    const { state } = this.#store;
    const { record, match } = state;
    if (!record || !match || !state.settled) return;
    this.#setMatch({ ...match, thinking: true, trouble: null });
    const fail = (trouble: string): void => {
      const now = this.#store.state.match;
      if (now) this.#setMatch({ ...now, thinking: false, trouble });
    };
    try {
      const pause = new Promise((resolve) => setTimeout(resolve, PAUSE));
      const query = { position: record.position, ...question(state.game, state.options) };
      const choice = await api.choose(serverGame(state), query, abort.signal);
      await pause;
      // The editor, or another game, ends a match without a word to the engine.
      if (abort.signal.aborted || this.#store.state.match === null) return;
      if (choice.move === undefined) fail(`No best move is known within the limits (${choice.stop}).`);
      else await this.#navigation.play(choice.move);
    } catch (error) {
      if (isAbort(error) || abort.signal.aborted) return;
      if (!(error instanceof ApiError)) throw error;
      fail(error.message);
    }
  }

  // Puzzles.

  #setPuzzles(change: Partial<PuzzleState>): void {
    this.#store.set({ puzzles: { ...this.#store.state.puzzles, ...change } });
  }

  /** Another puzzle, of another level or size if told so. */
  async puzzle(change: { level?: number; size?: string } = {}): Promise<void> {
    this.#abort.abort();
    const abort = new AbortController();
    this.#abort = abort;
    const { state } = this.#store;
    const usual = SIZES[state.game][1] ?? "3x3";
    const size = change.size ?? (SIZES[state.game].includes(state.puzzles.size) ? state.puzzles.size : usual);
    const seed = crypto.getRandomValues(new Uint32Array(1))[0] ?? 1;
    this.#setPuzzles({ ...change, size, seed, puzzle: null, verdict: null, loading: true, trouble: null });
    const { level } = this.#store.state.puzzles;
    try {
      // Perfect play has no puzzles, and its methods are not those of random play.
      const { play, method } = DEFAULTS;
      const options = state.options.play === play ? state.options : { ...state.options, play, method };
      const { turns } = question(state.game, options);
      const generated = await api.generate(state.game, { size, puzzle: true, level, seed, turns, count: 1, time: "5s" }, abort.signal);
      // Whoever went elsewhere meanwhile stays there.
      if (abort.signal.aborted || this.#store.state.mode !== "puzzle") return;
      const puzzle = generated.found.find((found): found is Puzzle => typeof found !== "string");
      if (!puzzle) {
        this.#setPuzzles({ loading: false, trouble: `No puzzle of level ${level} was found on ${size}. Try another level or size.` });
        return;
      }
      if (options !== state.options) this.#store.set({ options });
      await this.#navigation.start(puzzle.position, "puzzle");
      if (!abort.signal.aborted && this.#store.state.mode === "puzzle") this.#setPuzzles({ puzzle, loading: false });
    } catch (error) {
      if (isAbort(error) || abort.signal.aborted) return;
      if (!(error instanceof ApiError)) throw error;
      this.#setPuzzles({ loading: false, trouble: error.message });
    }
  }

  #solve(move: string): void {
    const { puzzle } = this.#store.state.puzzles;
    if (!puzzle) return;
    const { answer } = this.#verdict(move);
    this.#judge({ move, answer, best: puzzle.best });
  }

  #judge(verdict: Verdict): void {
    const { puzzles } = this.#store.state;
    const right = verdict.best.includes(verdict.move);
    this.#setPuzzles({ verdict, tried: puzzles.tried + 1, solved: puzzles.solved + (right ? 1 : 0) });
    this.#analyst.look();
  }
}
