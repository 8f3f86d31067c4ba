// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from "vitest";
import { Aim } from "./aim";

afterEach(() => document.body.replaceChildren());

/** Moves lie where x is 0 to 30, ten apart. */
function aiming(small: boolean) {
  const parent = document.createElement("div");
  const surface = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  parent.append(surface);
  document.body.append(parent);
  const show = vi.fn();
  const choose = vi.fn();
  const find = ({ clientX }: PointerEvent) => (clientX > 30 ? null : `m${Math.round(clientX / 10)}`);
  const aim = new Aim(parent, surface, { find, told: (name) => `${name}!`, show, choose });
  aim.small(small);
  const touch = (type: string, clientX: number, more: PointerEventInit = {}) =>
    surface.dispatchEvent(new PointerEvent(type, { pointerType: "touch", pointerId: 1, isPrimary: true, clientX, ...more }));
  const bubble = parent.querySelector<HTMLElement>(".board-aim");
  return { aim, show, choose, touch, bubble };
}

test("a finger looks for a move, and the one where it is lifted is chosen", () => {
  const { aim, show, choose, touch, bubble } = aiming(true);
  touch("pointerdown", 0);
  expect([bubble?.hidden, bubble?.textContent]).toEqual([false, "m0!"]);
  touch("pointermove", 2);
  touch("pointermove", 19);
  touch("pointermove", 50);
  expect(bubble?.hidden).toBe(true);
  touch("pointermove", 21);
  touch("pointerup", 21);
  expect(show.mock.calls).toEqual([["m0"], ["m2"], [null], ["m2"], [null]]);
  expect(choose.mock.calls).toEqual([["m2"]]);
  expect(bubble?.hidden).toBe(true);
  // The click that the browser makes of it is none.
  expect(aim.answered(new Event("click"))).toBe(true);
});

test("nothing is chosen off the board, by a finger that scrolls, or by two", () => {
  const { choose, touch } = aiming(true);
  touch("pointerdown", 0);
  touch("pointerup", 50);
  touch("pointerdown", 0);
  touch("pointercancel", 0);
  touch("pointerup", 0);
  touch("pointerdown", 0);
  touch("pointerdown", 10, { pointerId: 2, isPrimary: false });
  touch("pointerup", 0);
  expect(choose).not.toHaveBeenCalled();
});

test("a mouse does not aim, nor does a finger where moves are large", () => {
  const one = aiming(true);
  one.touch("pointerdown", 0, { pointerType: "mouse" });
  one.touch("pointerup", 0, { pointerType: "mouse" });
  const other = aiming(false);
  other.touch("pointerdown", 0);
  other.touch("pointerup", 0);
  expect([one.choose.mock.calls, other.choose.mock.calls]).toEqual([[], []]);
  expect(other.aim.answered(new Event("click"))).toBe(false);
});
