/** The page put together: what is in it, and in which order it is drawn. */

import { h, say } from "../dom";
import type { Session } from "../session/session";
import { dialogsOf } from "./dialogs/dialogs";
import { editPanel } from "./editing";
import { gamePanel } from "./game";
import { keys } from "./keys";
import { linePanel } from "./line";
import { modePanel } from "./mode";
import { movesPanel } from "./moves";
import type { Panel } from "./panel";
import { progressPanel } from "./progress";
import { reasonsPanels } from "./reasons";
import { stage, toBoard } from "./stage";
import { topbar } from "./topbar";
import { valueBar } from "./valuebar";
import { welcome } from "./welcome";

/** How long a notice stays. */
const NOTICE = 5000;

export function page(session: Session, parent: HTMLElement): void {
  const { dialogs, importing } = dialogsOf(session);
  const bar = topbar(session, dialogs);
  const value = valueBar();
  const progress = progressPanel(session);
  value.element.append(progress.element);
  const board = stage(session);
  const column: Panel[] = [
    welcome(session), modePanel(session), editPanel(session), movesPanel(session), linePanel(session), gamePanel(session), ...reasonsPanels(session),
  ];
  const notice = h("p", { class: "notice", role: "status", "aria-live": "polite" });
  const main = h("main", { class: "frame" }, board.element, h("div", { class: "column" }, value.element, ...column.map(({ element }) => element)));
  const skip = h("a", { class: "skip", href: "#board", onclick: (event: MouseEvent) => { if (toBoard()) event.preventDefault(); } }, "To the board");
  parent.append(skip, bar.element, main, notice, ...Object.values(dialogs).map(({ element }) => element));
  let said: string | null = null;
  let fading: ReturnType<typeof setTimeout> | undefined;
  const panels = [bar, board, value, progress, ...column];
  session.store.listen((state) => {
    for (const panel of panels) panel.draw(state);
    main.classList.toggle("busy", !state.settled);
    say(notice, state.notice ?? "");
    if (state.notice !== said) {
      said = state.notice;
      clearTimeout(fading);
      fading = setTimeout(() => session.store.set({ notice: null }), NOTICE);
    }
    if (state.asked.at === "done" && state.settled) settle();
  });
  keys(session, dialogs);
  document.addEventListener("paste", (event) => {
    const text = event.clipboardData?.getData("text/plain").trim();
    if (!text || document.querySelector("dialog[open]") || (event.target instanceof Element && event.target.closest("input, textarea"))) return;
    importing.read(text);
  });
}

/** Measures from a move that was played to its values on the board. */
function settle(): void {
  const [played] = performance.getEntriesByName("foregone:play", "mark");
  if (!played) return;
  performance.measure("foregone:values", { start: played.startTime });
  performance.clearMarks("foregone:play");
}
