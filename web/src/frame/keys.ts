/** The keys of the page. On a board, in a field and in a dialog keys have their own meaning, and do not come here. */

import type { Session } from "../session/session";
import { load } from "../settings";
import { back, beside, forward, toEnd, toStart } from "../state/tree";
import { toBoard } from "./stage";
import type { Dialogs } from "./topbar";

/** Whether a key is meant for what has the focus. */
function taken(event: KeyboardEvent): boolean {
  const { target } = event;
  // A dialog has all keys, wherever the focus went when it was drawn anew.
  if (document.querySelector("dialog[open]") || !(target instanceof Element)) return true;
  if (target.closest("input, textarea, select")) return true;
  // A button is pressed with these; arrows and letters are the page's there, too.
  return (event.key === " " || event.key === "Enter") && target.closest("button, a, summary, [role=button]") !== null;
}

/** Whether a key is a letter or a sign: one that speech may type by accident. */
function isSign(event: KeyboardEvent): boolean {
  return event.key.length === 1 && event.key !== " ";
}

export function keys(session: Session, dialogs: Dialogs): void {
  const { navigation } = session;
  const tree = () => session.state.tree;
  const actions: Record<string, () => unknown> = {
    ArrowLeft: () => navigation.go(back(tree())),
    ArrowRight: () => navigation.go(forward(tree())),
    ArrowUp: () => navigation.go(beside(tree(), -1)),
    ArrowDown: () => navigation.go(beside(tree(), 1)),
    Home: () => navigation.go(toStart(tree())),
    End: () => navigation.go(toEnd(tree())),
    " ": () => session.playBest(),
    u: () => session.undo(),
    r: () => session.redo(),
    v: () => session.layer("numbers"),
    h: () => session.layer("heat"),
    g: () => session.modes.enter(session.state.mode === "guess" ? "analyse" : "guess"),
    f: () => session.store.set({ flipped: !session.state.flipped }),
    e: () => (session.state.edit ? session.editor.done() : session.editor.begin()),
    n: () => dialogs.position.open(),
    o: () => dialogs.options.open(),
    i: () => dialogs.import.open(),
    x: () => dialogs.export.open(),
    s: () => session.share(),
    b: toBoard,
    "?": () => dialogs.help.open(),
    Escape: () => (session.state.edit ? session.editor.cancel() : session.analyst.stop()),
  };
  /** What has no meaning while a position is edited. */
  const elsewhere = new Set(["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End", " ", "g"]);
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || taken(event)) return;
    const action = actions[event.key];
    if (!action || (isSign(event) && load().letters === false)) return;
    if (session.state.edit && elsewhere.has(event.key)) return;
    event.preventDefault();
    void action();
  });
}
