/** Small parts that recur: buttons, sections that open, the mark of a side. */

import { h, type Child } from "../dom";
import type { Side } from "../types";
import { icon, type IconName } from "./icons";

export interface ButtonLook {
  icon?: IconName;
  /** Shown in place of the label, which is then spoken only. */
  quiet?: boolean;
  kind?: "plain" | "main" | "ghost";
  key?: string;
}

/** A button with a label. With `quiet`, the icon alone is seen. */
export function button(label: string, press: () => void, look: ButtonLook = {}): HTMLButtonElement {
  const title = look.key ? `${label} (${look.key})` : look.quiet ? label : null;
  return h("button", {
    type: "button", class: `button ${look.kind ?? "plain"}${look.quiet ? " quiet" : ""}`, title,
    "aria-label": look.quiet ? label : null, "aria-keyshortcuts": look.key ?? null, onclick: press,
  }, look.icon ? icon(look.icon) : null, look.quiet ? null : h("span", {}, label));
}

/** A button that is on or off. */
export function toggle(label: string, press: () => void, look: ButtonLook = {}): { element: HTMLButtonElement; draw(on: boolean): void } {
  const element = button(label, press, look);
  return { element, draw: (on) => element.setAttribute("aria-pressed", String(on)) };
}

/** One of several, as buttons side by side. */
export function choice<Name extends string>(label: string, names: readonly (readonly [Name, string])[], press: (name: Name) => void): { element: HTMLElement; draw(chosen: Name | null): void } {
  const buttons = names.map(([name, text]) => [name, h("button", { type: "button", class: "segment", onclick: () => press(name) }, text)] as const);
  const element = h("div", { class: "segments", role: "group", "aria-label": label }, ...buttons.map(([, one]) => one));
  return {
    element,
    draw: (chosen) => {
      for (const [name, one] of buttons) one.setAttribute("aria-pressed", String(name === chosen));
    },
  };
}

export interface Section {
  element: HTMLDetailsElement;
  body: HTMLElement;
  /** Beside the title. */
  note: HTMLElement;
}

/** A part of the column that can be shut. */
export function section(name: string, title: string, toggled: (name: string, open: boolean) => void): Section {
  const note = h("span", { class: "note" });
  const body = h("div", { class: "section-body" });
  const element = h("details", { class: `section section-${name}` }, h("summary", {}, h("h2", {}, title), note), body);
  element.addEventListener("toggle", () => toggled(name, element.open));
  return { element, body, note };
}

/** A side's own mark: the first is a disc, the second a ring. */
export function mark(side: Side): HTMLElement {
  return h("span", { class: `mark ${side}`, "aria-hidden": "true" });
}

/** A select with its label. */
export function select(label: string, options: readonly (readonly [string, string])[], chosen: string, change: (value: string) => void): HTMLLabelElement {
  const element = h("select", { onchange: () => change(element.value) }, ...options.map(([value, text]) => h("option", { value, selected: value === chosen }, text)));
  return h("label", { class: "field" }, h("span", {}, label), element);
}

export function numberField(label: string, value: number, least: number, most: number): { element: HTMLLabelElement; input: HTMLInputElement } {
  const input = h("input", { type: "number", inputmode: "numeric", min: least, max: most, value, required: true });
  return { element: h("label", { class: "field" }, h("span", {}, label), input), input };
}

export function paragraph(className: string, ...children: Child[]): HTMLParagraphElement {
  return h("p", { class: className }, ...children);
}
