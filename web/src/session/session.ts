/** All that the page can do, in one place for the frame's buttons and keys. */

import { bestMoves, hidden, type State, Store } from "../store";
import { type Settings, save } from "../settings";
import { Analyst } from "./analyst";
import { Editor } from "./editor";
import { Memory } from "./memory";
import { Modes } from "./modes";
import { Navigation } from "./navigation";
import { Preview } from "./preview";
import type { Layers } from "../boards/board";

export class Session {
  readonly store: Store;
  readonly memory = new Memory();
  readonly analyst: Analyst;
  readonly navigation: Navigation;
  readonly modes: Modes;
  readonly editor: Editor;
  readonly preview: Preview;

  constructor(state: State) {
    this.store = new Store(state);
    this.analyst = new Analyst(this.store, this.memory);
    this.navigation = new Navigation(this.store, this.memory, this.analyst);
    this.modes = new Modes(this.store, this.navigation, this.analyst);
    this.editor = new Editor(this.store, this.memory, this.navigation);
    this.preview = new Preview(this.store, this.memory);
  }

  get state(): State {
    return this.store.state;
  }

  /** The first of the best moves; none is played where it may not be seen. */
  async playBest(): Promise<void> {
    const { state } = this;
    if (state.edit || state.mode === "play" || hidden(state)) return;
    const [best] = bestMoves(state);
    if (best !== undefined) await this.navigation.play(best);
  }

  async undo(): Promise<void> {
    if (this.state.edit) this.editor.undo();
    else if (this.state.mode === "play") await this.modes.takeBack();
    else await this.navigation.undo();
  }

  async redo(): Promise<void> {
    if (!this.state.edit && this.state.mode !== "play") await this.navigation.redo();
  }

  layer(name: keyof Layers): void {
    const layers = { ...this.state.layers, [name]: !this.state.layers[name] };
    this.store.set({ layers });
    save({ layers });
    this.analyst.look();
  }

  section(name: string, open: boolean): void {
    if (this.state.open.has(name) === open) return;
    const now = new Set(this.state.open);
    if (open) now.add(name);
    else now.delete(name);
    this.store.set({ open: now });
    save({ open: [...now] });
    if (open) this.analyst.look();
  }

  /** Said for a while. */
  notice(text: string): void {
    this.store.set({ notice: text });
  }

  async share(): Promise<void> {
    this.notice(await this.copyAddress());
  }

  /** Copies the address of the position, and says what came of it. */
  async copyAddress(): Promise<string> {
    try {
      await navigator.clipboard.writeText(location.href);
      return "The address of this position is copied.";
    } catch {
      return "The address bar has this position: copy it from there.";
    }
  }

  dismissFirstVisit(): void {
    this.store.set({ firstVisit: false });
    save({ visited: true } satisfies Partial<Settings>);
  }
}
