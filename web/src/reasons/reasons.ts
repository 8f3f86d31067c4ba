/** The panels of reasons, by game. */

import type { GameName } from "../types";
import type { HoodPanel, ReasonsEvents, WhyPanel } from "./panel";

export function why(_game: GameName, _events: ReasonsEvents): WhyPanel {
  return { element: document.createElement("div"), draw: () => undefined };
}

export function hood(_game: GameName, _events: ReasonsEvents): HoodPanel {
  return { element: document.createElement("div"), draw: () => undefined };
}
