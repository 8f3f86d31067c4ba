/** A number typed in on the board: a field at its place, until Enter, Escape or a click elsewhere. */

import type { Point } from "./places";

export interface EntryEvents {
  done(value: number): void;
  /** The field is gone, whether anything came of it or not. */
  closed(): void;
}

export function enter(parent: HTMLElement, at: Point, label: string, value: number, events: EntryEvents): void {
  const field = document.createElement("input");
  field.type = "text";
  field.inputMode = "numeric";
  field.className = "board-entry";
  field.setAttribute("aria-label", label);
  field.value = String(value);
  field.style.left = `${at.x}px`;
  field.style.top = `${at.y}px`;
  let open = true;
  const close = (keep: boolean, back: boolean) => {
    if (!open) return;
    open = false;
    const read = /^\s*[-−]?\d{1,12}\s*$/.test(field.value) ? Number(field.value.replace("−", "-").trim()) : null;
    field.remove();
    if (back) events.closed();
    if (keep && read !== null && read !== value) events.done(read);
  };
  field.addEventListener("keydown", (event) => {
    // No key of the page's is meant while a number is typed.
    event.stopPropagation();
    if (event.key === "Enter") close(true, true);
    else if (event.key === "Escape") close(false, true);
  });
  field.addEventListener("blur", () => close(true, false));
  parent.append(field);
  field.focus();
  field.select();
}
