/** What the page remembers of a visitor, in the browser alone: the theme, what is shown, that they have been here. */

import type { Layers } from "./boards/board";

export type Theme = "auto" | "light" | "dark";

export interface Settings {
  theme: Theme;
  layers: Layers;
  open: string[];
  visited: boolean;
  /** Whether letters and signs alone are keys: who speaks to the machine may not want it. */
  letters: boolean;
}

const KEY = "foregone";

export function load(): Partial<Settings> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return typeof kept === "object" && kept !== null ? read(kept) : {};
  } catch {
    // Storage may be forbidden, or hold another's text.
    return {};
  }
}

/** What of it is as this page would have written it. */
function read(kept: Partial<Record<keyof Settings, unknown>>): Partial<Settings> {
  const { theme, layers, open, visited, letters } = kept;
  return {
    ...(theme === "auto" || theme === "light" || theme === "dark" ? { theme } : {}),
    ...(typeof layers === "object" && layers !== null ? { layers: layers as Layers } : {}),
    ...(Array.isArray(open) ? { open: open.map(String) } : {}),
    ...(visited === true ? { visited } : {}),
    ...(typeof letters === "boolean" ? { letters } : {}),
  };
}

export function save(change: Partial<Settings>): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...load(), ...change }));
  } catch {
    // Then it is forgotten with the page.
  }
}

const dark = window.matchMedia("(prefers-color-scheme: dark)");

export function applyTheme(theme: Theme): void {
  const shown = theme === "auto" ? (dark.matches ? "dark" : "light") : theme;
  document.documentElement.dataset.theme = shown;
}

/** Follows the system while the theme is `auto`. Paper is always light. */
export function followSystem(): void {
  dark.addEventListener("change", () => applyTheme(load().theme ?? "auto"));
  window.matchMedia("print").addEventListener("change", ({ matches }) => applyTheme(matches ? "light" : (load().theme ?? "auto")));
}
