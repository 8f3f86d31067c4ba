/** Where the page is: game, start, moves. It goes there, keeps the address in step, and follows the browser's own back and forward. */

import { ApiError, isAbort, isPassing } from "../api";
import { EXAMPLES } from "../examples";
import { type Options, type Place, readPlace, writePlace } from "../state/address";
import { keep, movesTo, plant, play, playAll, ROOT, type Tree, unkeep } from "../state/tree";
import { type Mode, NO_GUESS, type State, type Store } from "../store";
import type { GameRecord, PageGame } from "../types";
import type { Analyst } from "./analyst";
import type { Memory } from "./memory";

/** After so long without an answer, in milliseconds, what was known of the position before is not shown any more. */
const LATE = 1000;

/** A new entry in the browser's history, the current one changed, or none. */
export type Trace = "push" | "replace" | "none";

export class Navigation {
  readonly #store: Store;
  readonly #memory: Memory;
  readonly #analyst: Analyst;
  #abort = new AbortController();
  /** Trees of the games that are not on the board. */
  #elsewhere = new Map<PageGame, { tree: Tree; options: Options }>();
  /** Nodes whose moves were taken back, to be gone to again: the last one first. */
  #undone: number[] = [];
  /** Told once a position is there. */
  arrived: () => void = () => undefined;

  constructor(store: Store, memory: Memory, analyst: Analyst) {
    this.#store = store;
    this.#memory = memory;
    this.#analyst = analyst;
  }

  /** The address of the page as it is. */
  address(state: State = this.#store.state): string {
    return writePlace(placeOf(state));
  }

  /** The address of another game's page, as it was left. */
  addressOf(game: PageGame): string {
    const { state } = this.#store;
    if (game === state.game) return this.address();
    const left = this.#elsewhere.get(game);
    return left ? writePlace(placeOf({ ...state, game, ...left })) : `/${game}`;
  }

  /** Opens what an address says, with the branches that the browser kept for it. */
  async open(url: URL, kept: unknown, trace: Trace): Promise<void> {
    const place = readPlace(url);
    const { state } = this.#store;
    if (state.tree.start !== "" && place.game !== state.game) this.#elsewhere.set(state.game, { tree: state.tree, options: state.options });
    const start = place.start ?? EXAMPLES[place.game].position;
    const here = place.game === state.game && state.tree.start === start ? state.tree : (unkeep(start, kept, place.moves) ?? plant(start));
    const moved = place.game !== state.game || place.options.play !== state.options.play;
    if (place.game !== state.game) this.#undone = [];
    this.#store.set({
      game: place.game, options: place.options,
      ...(moved || start !== state.tree.start ? leftModes(state) : {}), ...(moved ? { record: null } : {}),
    });
    await this.go(playAll(here, place.moves), trace);
  }

  async toGame(game: PageGame): Promise<void> {
    const { state } = this.#store;
    if (game === state.game) return;
    const left = this.#elsewhere.get(game);
    if (!left) return this.open(new URL(`/${game}`, location.href), null, "push");
    this.#elsewhere.set(state.game, { tree: state.tree, options: state.options });
    this.#undone = [];
    this.#store.set({ game, options: left.options, ...leftModes(state), record: null });
    await this.go(left.tree, "push");
  }

  /** A new game from a start position. */
  async start(position: string, mode: Mode = "analyse"): Promise<void> {
    const { state } = this.#store;
    this.#store.set({ ...leftModes(state), mode });
    await this.go(plant(position), "push");
  }

  async options(options: Options): Promise<void> {
    const { state } = this.#store;
    const { play, turns } = state.options;
    const other = options.play !== play;
    // A puzzle asks for the best move of one way to play.
    const left = state.mode === "puzzle" && (other || options.turns !== turns) ? leftModes(state) : {};
    this.#store.set({ options, ...left, ...(other ? { record: null } : {}) });
    await this.go(this.#store.state.tree, "push");
  }

  /** Plays a move; only what the server names as legal is played. */
  async play(move: string): Promise<void> {
    const { state } = this.#store;
    if (!state.settled || !state.record?.moves.includes(move)) return;
    performance.mark("foregone:play");
    const played = play(state.tree, move);
    if (this.#undone.at(-1) === played.current) this.#undone.pop();
    else this.#undone = [];
    await this.go(played, "push");
  }

  /** Plays on from the position on the board; a line of the one before leads nowhere while the next is on its way. */
  async playLine(moves: readonly string[]): Promise<void> {
    const { state } = this.#store;
    if (!state.settled || !state.record) return;
    // Points are counted to the end of a game; who wins may be settled before the line, which fills the board, is at its end.
    const tree = state.record.scores ? moves.reduce(play, state.tree) : await this.#legally(state, state.record, moves);
    if (this.#store.state.tree === state.tree) await this.go(tree, "push");
  }

  /** As many of the moves as the game goes on for. */
  async #legally(state: State, from: GameRecord, moves: readonly string[]): Promise<Tree> {
    let { tree } = state;
    let record = from;
    for (const [at, move] of moves.entries()) {
      if (!record.moves.includes(move)) break;
      tree = play(tree, move);
      if (at === moves.length - 1) break;
      try {
        record = await this.#memory.record(state, tree.start, movesTo(tree));
      } catch (error) {
        // To go there tells what is wrong.
        if (error instanceof ApiError) break;
        throw error;
      }
    }
    return tree;
  }

  /** Takes the last move back. */
  async undo(): Promise<void> {
    const { tree } = this.#store.state;
    const last = tree.nodes[tree.current];
    if (!last || last.move === null || last.parent === null) return;
    if (!this.redoable) this.#undone = [];
    this.#undone.push(last.id);
    await this.go({ ...tree, current: last.parent }, "replace");
  }

  /** Plays the move again that was taken back last. */
  async redo(): Promise<void> {
    if (!this.redoable) return;
    const { tree } = this.#store.state;
    await this.go({ ...tree, current: this.#undone.pop() ?? tree.current }, "replace");
  }

  /** Whether the move that was taken back last was played from here: the player may have walked elsewhere since. */
  get redoable(): boolean {
    const { tree } = this.#store.state;
    return tree.nodes[this.#undone.at(-1) ?? ROOT]?.parent === tree.current;
  }

  async go(tree: Tree, trace: Trace = "replace"): Promise<void> {
    this.#abort.abort();
    const abort = new AbortController();
    this.#abort = abort;
    const same = tree.start === this.#store.state.tree.start;
    if (!same) this.#undone = [];
    this.#store.set({ tree, settled: false, hover: null, reply: null, focus: null, hoodAfter: null, problem: null, ...(same ? {} : { guess: NO_GUESS }) });
    this.#trace(trace);
    const { state } = this.#store;
    const late = setTimeout(() => {
      if (!abort.signal.aborted) this.#analyst.leave();
    }, LATE);
    try {
      const record = await this.#memory.record(state, tree.start, movesTo(tree), abort.signal).finally(() => clearTimeout(late));
      if (abort.signal.aborted) return;
      const { hover } = this.#store.state;
      // The pointer may still be on the move that was just made.
      this.#store.set({ record, settled: true, ...(hover === null || record.moves.includes(hover) ? {} : { hover: null }) });
      const analysed = this.#analyst.begin();
      this.arrived();
      await analysed;
    } catch (error) {
      if (abort.signal.aborted || isAbort(error)) return;
      if (!(error instanceof ApiError)) throw error;
      this.#analyst.leave();
      this.#store.set({ record: null, settled: true, problem: error.message, passing: isPassing(error.answer) });
    }
  }

  /** Writes the address; the branches are kept beside it, for a reload. */
  #trace(trace: Trace): void {
    if (trace === "none") return;
    const { state } = this.#store;
    const kept = { tree: keep(state.tree) };
    const address = this.address();
    try {
      if (trace === "push" && address !== location.pathname + location.search) history.pushState(kept, "", address);
      else history.replaceState(kept, "", address);
    } catch (error) {
      // Some browsers forbid more than so many entries in a while, as when a key is held down: then the address lags behind.
      if (!(error instanceof DOMException)) throw error;
    }
  }
}

function placeOf({ game, options, tree }: Pick<State, "game" | "options" | "tree">): Place {
  const start = tree.start === EXAMPLES[game].position ? null : tree.start;
  return { game, start, moves: tree.nodes.length > ROOT ? movesTo(tree) : [], options };
}

/** What does not go along to another start. */
function leftModes(state: State): Partial<State> {
  return { mode: "analyse", guess: NO_GUESS, match: null, edit: null, notice: null, puzzles: { ...state.puzzles, puzzle: null, verdict: null } };
}
