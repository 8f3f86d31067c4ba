/** What would be answered to the move that is looked at. It is asked for after a moment's rest, and only where answers are quick. */

import { ApiError, isAbort } from "../api";
import { movesTo } from "../state/tree";
import { analysisOf, hidden, type Store } from "../store";
import type { Memory } from "./memory";

const REST = 70;
const QUICK = 0.1;

export class Preview {
  readonly #store: Store;
  readonly #memory: Memory;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #abort = new AbortController();

  constructor(store: Store, memory: Memory) {
    this.#store = store;
    this.#memory = memory;
  }

  hover(move: string | null): void {
    const { state } = this.#store;
    if (move === state.hover) return;
    clearTimeout(this.#timer);
    this.#abort.abort();
    this.#store.set({ hover: move, reply: null });
    if (move === null || hidden(state) || !this.#legal(move)) return;
    if ((analysisOf(state)?.cost.seconds ?? Number.POSITIVE_INFINITY) > QUICK) return;
    this.#abort = new AbortController();
    this.#timer = setTimeout(() => void this.#reply(move, this.#abort.signal), REST);
  }

  /** Whether it is a move of the position at hand. */
  #legal(move: string): boolean {
    const { record, settled } = this.#store.state;
    return settled && record?.moves.includes(move) === true;
  }

  async #reply(move: string, signal: AbortSignal): Promise<void> {
    const { state } = this.#store;
    // It was played meanwhile, or cannot be.
    if (state.hover !== move || !this.#legal(move)) return;
    try {
      const record = await this.#memory.record(state, state.tree.start, [...movesTo(state.tree), move], signal);
      if (record.moves.length === 0) return;
      const analysis = await this.#memory.ahead(state, record.position, signal);
      if (signal.aborted || this.#store.state.hover !== move) return;
      this.#store.set({ reply: analysis.moves.find((answer) => answer.best)?.move ?? null });
    } catch (error) {
      if (!(error instanceof ApiError) && !isAbort(error)) throw error;
    }
  }
}
