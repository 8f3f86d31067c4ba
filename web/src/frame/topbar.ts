/** The slim bar at the top: the games, the position as a whole, the page. */

import { h } from "../dom";
import type { Session } from "../session/session";
import { applyTheme, load, save, type Theme } from "../settings";
import { PAGE_GAMES } from "../state/address";
import type { PageGame } from "../types";
import type { Dialog } from "./dialogs/dialog";
import { icon } from "./icons";
import type { Panel } from "./panel";
import { button } from "./parts";

const TITLES: Record<PageGame, string> = { contour: "Contour", hex: "Hex", dots: "Dots" };

export interface Dialogs {
  position: Dialog;
  options: Dialog;
  import: Dialog;
  export: Dialog;
  help: Dialog;
}

export function topbar(session: Session, dialogs: Dialogs): Panel {
  const tabs = PAGE_GAMES.map((game) => [game, h("a", {
    href: `/${game}`, class: "tab",
    onclick: (event: MouseEvent) => {
      // With a key or the middle button it is a link like any other.
      if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      void session.navigation.toGame(game);
    },
  }, TITLES[game])] as const);
  const size = h("span", { class: "size" });
  const position = h("button", { type: "button", class: "button plain", title: "New position (n)", onclick: () => dialogs.position.open() }, icon("board"), size);
  const solved = h("button", { type: "button", class: "button plain options-button", title: "How it is solved (o)", onclick: () => dialogs.options.open() }, icon("options"), h("span", {}));
  const edit = button("Edit", () => session.editor.begin(), { icon: "edit", key: "e" });
  const element = h("header", { class: "topbar" },
    h("a", { class: "brand", href: "/", "aria-label": "Foregone" }, h("span", { class: "brand-mark", "aria-hidden": "true" }), h("span", { class: "brand-name" }, "Foregone")),
    h("nav", { class: "tabs", "aria-label": "Games" }, ...tabs.map(([, tab]) => tab)),
    h("div", { class: "topbar-middle" }, position, solved),
    h("div", { class: "topbar-end" },
      edit,
      button("Import", () => dialogs.import.open(), { icon: "import", key: "i" }),
      button("Export", () => dialogs.export.open(), { icon: "export", key: "x" }),
      button("Share", () => void session.share(), { icon: "share", key: "s" }),
      themeButton(),
      button("Help", () => dialogs.help.open(), { icon: "help", quiet: true, key: "?" })));
  return {
    element,
    draw: (state) => {
      for (const [game, tab] of tabs) {
        if (game === state.game) tab.setAttribute("aria-current", "page");
        else tab.removeAttribute("aria-current");
        tab.href = session.navigation.addressOf(game);
      }
      const board = state.record?.board;
      const text = board ? `${board.rows} \u00d7 ${board.columns}` : "New";
      if (size.textContent !== text) {
        size.textContent = text;
        position.setAttribute("aria-label", `New position; this one is ${text}`);
      }
      const how = state.game !== "hex" ? (state.options.method || "Options") : state.options.play === "perfect" ? "Perfect play" : state.options.turns === "alternating" ? "Random play" : "Coin turns";
      const label = solved.querySelector("span");
      if (label && label.textContent !== how) label.textContent = how;
      edit.disabled = state.record === null || state.edit !== null;
      document.title = `${TITLES[state.game]}${board ? ` ${board.rows}\u00d7${board.columns}` : ""} \u2013 Foregone`;
    },
  };
}

const NEXT: Record<Theme, Theme> = { auto: "light", light: "dark", dark: "auto" };

function themeButton(): HTMLButtonElement {
  let theme: Theme = load().theme ?? "auto";
  const element = h("button", { type: "button", class: "button ghost quiet theme" });
  const draw = (): void => {
    element.replaceChildren(icon(theme === "auto" ? "theme" : theme));
    element.setAttribute("aria-label", `Theme: ${theme}`);
    element.title = `Theme: ${theme}`;
    applyTheme(theme);
  };
  element.addEventListener("click", () => {
    theme = NEXT[theme];
    save({ theme });
    draw();
  });
  draw();
  return element;
}
