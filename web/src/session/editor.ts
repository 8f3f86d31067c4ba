/** A position changed by hand: the board is edited freely, and after each change the server says whether it is a position. */

import { ApiError, api, isAbort } from "../api";
import { cleared, resized } from "../state/shapes";
import type { Edit, Store } from "../store";
import type { Board } from "../types";
import type { Memory } from "./memory";
import type { Navigation } from "./navigation";

export class Editor {
  readonly #store: Store;
  readonly #memory: Memory;
  readonly #navigation: Navigation;
  #abort = new AbortController();

  constructor(store: Store, memory: Memory, navigation: Navigation) {
    this.#store = store;
    this.#memory = memory;
    this.#navigation = navigation;
  }

  begin(): void {
    const { record, settled } = this.#store.state;
    if (!record || !settled) return;
    this.#store.set({ mode: "analyse", match: null, edit: { board: record.board, earlier: [], position: record.position, error: null }, hover: null, reply: null, focus: null });
  }

  /** The board was changed. */
  async change(board: unknown): Promise<void> {
    const { edit } = this.#store.state;
    if (!edit) return;
    const earlier = [...edit.earlier, { board: edit.board, position: edit.position }].slice(-200);
    this.#set({ ...edit, board, earlier, position: null });
    await this.#read(JSON.stringify(board));
  }

  /** The board is to be what a text says. */
  async replace(text: string): Promise<void> {
    const { edit } = this.#store.state;
    if (!edit) return;
    this.#set({ ...edit, earlier: [...edit.earlier, { board: edit.board, position: edit.position }].slice(-200), position: null });
    await this.#read(text, true);
  }

  async #read(text: string, draw = false): Promise<void> {
    this.#abort.abort();
    const abort = new AbortController();
    this.#abort = abort;
    const { state } = this.#store;
    try {
      const read = await api.read(state.game, text, "auto", abort.signal);
      const [position] = read.positions;
      const record = position === undefined ? null : await this.#memory.record(state, position, [], abort.signal);
      const { edit } = this.#store.state;
      if (abort.signal.aborted || !edit || !record) return;
      this.#set({ ...edit, position: record.position, error: null, ...(draw ? { board: record.board } : {}) });
    } catch (error) {
      if (isAbort(error) || abort.signal.aborted) return;
      if (!(error instanceof ApiError)) throw error;
      const { edit } = this.#store.state;
      if (edit) this.#set({ ...edit, position: null, error: error.message });
    }
  }

  async clear(): Promise<void> {
    const { edit } = this.#store.state;
    if (edit) await this.change(cleared(edit.board as Board));
  }

  async resize(rows: number, columns: number): Promise<void> {
    const { edit } = this.#store.state;
    if (!edit) return;
    const board = edit.board as Board;
    await this.change(resized(board, Math.max(1, board.rows + rows), Math.max(1, board.columns + columns)));
  }

  /** A random position of a size. */
  async random(size: string): Promise<void> {
    const { state } = this.#store;
    const before = state.edit;
    if (!before) return;
    this.#abort.abort();
    const abort = new AbortController();
    this.#abort = abort;
    this.#set({ ...before, position: null });
    const seed = crypto.getRandomValues(new Uint32Array(1))[0] ?? 1;
    try {
      const generated = await api.generate(state.game, { size, seed, count: 1, time: "5s" }, abort.signal);
      const [found] = generated.found;
      if (abort.signal.aborted || !this.#store.state.edit) return;
      this.#set(before);
      if (found !== undefined) await this.replace(typeof found === "string" ? found : found.position);
    } catch (error) {
      if (isAbort(error) || abort.signal.aborted) return;
      if (!(error instanceof ApiError)) throw error;
      const { edit } = this.#store.state;
      if (edit) this.#set({ ...before, error: error.message });
    }
  }

  undo(): void {
    const { edit } = this.#store.state;
    const last = edit?.earlier.at(-1);
    if (!edit || !last) return;
    this.#abort.abort();
    this.#set({ board: last.board, position: last.position, error: null, earlier: edit.earlier.slice(0, -1) });
    if (last.position === null) void this.#read(JSON.stringify(last.board));
  }

  async done(): Promise<void> {
    const { edit } = this.#store.state;
    if (!edit || edit.position === null) return;
    await this.#navigation.start(edit.position);
  }

  cancel(): void {
    this.#abort.abort();
    this.#store.set({ edit: null });
  }

  #set(edit: Edit): void {
    this.#store.set({ edit });
  }
}
