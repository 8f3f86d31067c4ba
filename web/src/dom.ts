/** Making elements without markup in strings: text is always text. */

type Props = Record<string, string | number | boolean | null | undefined | ((event: never) => void)>;
export type Child = globalThis.Node | string | number | null | undefined | false;

/** `on…` props are listeners, `true` is an attribute without a value, `false` and null are none. */
function apply(element: Element, props: Props): void {
  for (const [name, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") element.addEventListener(name.slice(2), value as EventListener);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
}

export function h<Tag extends keyof HTMLElementTagNameMap>(tag: Tag, props: Props = {}, ...children: Child[]): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  apply(element, props);
  fill(element, ...children);
  return element;
}

/** The same for SVG. */
export function svg(tag: string, props: Props = {}, ...children: globalThis.Node[]): SVGElement {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  apply(element, props);
  element.append(...children);
  return element;
}

/** Puts these children in place of those that were there. */
export function fill(element: Element, ...children: Child[]): void {
  element.replaceChildren(...children.filter((child) => child !== null && child !== undefined && child !== false).map((child) => (typeof child === "number" ? String(child) : child)));
}

/** What a button or field is known by when it is made anew: a key of its own where its words change, or its words. */
function known(element: Element): string {
  return element.getAttribute("data-key") ?? element.getAttribute("aria-label") ?? element.textContent ?? "";
}

/** The same, and the keyboard stays on the button or field that is called the same, or is left on the first. */
export function refill(element: Element, children: Child[]): void {
  const active = element.contains(document.activeElement) ? document.activeElement : null;
  fill(element, ...children);
  if (!active) return;
  const all = [...element.querySelectorAll<HTMLElement>("button, select, input")];
  (all.find((one) => known(one) === known(active)) ?? all[0])?.focus({ preventScroll: true });
}

/** Sets text only where it changed, so that live regions speak once. */
export function say(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}
