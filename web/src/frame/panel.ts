/** What every part of the frame is: an element that is drawn from the state. */

import type { State } from "../store";

export interface Panel {
  readonly element: HTMLElement;
  draw(state: State): void;
}

/** Draws only when one of these changed. */
export function memo(draw: () => void): (...inputs: unknown[]) => void {
  let last: unknown[] | null = null;
  return (...inputs) => {
    const before = last;
    if (before && before.length === inputs.length && inputs.every((input, at) => Object.is(input, before[at]))) return;
    last = inputs;
    draw();
  };
}
