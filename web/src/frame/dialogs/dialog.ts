/** A dialog: the browser's own, which keeps the keyboard within and closes on Escape. */

import { h, type Child } from "../../dom";
import { icon } from "../icons";

export interface Dialog {
  readonly element: HTMLDialogElement;
  open(): void;
  close(): void;
  /** A signal for what is asked now: aborted when something else is asked, or the dialog is closed. */
  asking(): AbortSignal;
}

/** Made once; `opened` fills it each time. */
export function dialog(title: string, body: HTMLElement, opened: () => void = () => undefined): Dialog {
  const shut = h("button", { type: "button", class: "button ghost quiet", "aria-label": "Close", onclick: () => element.close() }, icon("close"));
  const name = `dialog-${title.toLowerCase().replaceAll(/[^a-z]+/g, "-")}`;
  const element = h("dialog", { class: "dialog", "aria-labelledby": name }, h("header", {}, h("h2", { id: name }, title), shut), body);
  // A press beside the dialog falls on the dialog element itself.
  element.addEventListener("pointerdown", (event) => {
    if (event.target === element) element.close();
  });
  let asking = new AbortController();
  element.addEventListener("close", () => asking.abort());
  return {
    element,
    asking: () => {
      asking.abort();
      asking = new AbortController();
      return asking.signal;
    },
    open: () => {
      opened();
      element.showModal();
      // To what is likely done first, not to the button that closes.
      body.querySelector<HTMLElement>("textarea:not([readonly]), input, select, button")?.focus();
    },
    close: () => element.close(),
  };
}

export function actions(...children: Child[]): HTMLDivElement {
  return h("div", { class: "row actions" }, ...children);
}
