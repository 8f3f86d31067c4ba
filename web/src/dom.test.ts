// @vitest-environment happy-dom
import { expect, test } from "vitest";
import { h, refill } from "./dom";

test("the keyboard stays on what is called the same when it is made anew", () => {
  const element = h("div");
  document.body.append(element);
  const parts = (...more: HTMLElement[]) => [h("button", {}, "Back"), h("input", { "aria-label": "Rows" }), h("button", { "data-key": 1 }, `On ${more.length}`), ...more];
  const focused = () => document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent;
  refill(element, parts());
  expect(document.activeElement).toBe(document.body);
  element.querySelector("input")?.focus();
  refill(element, parts());
  expect(focused()).toBe("Rows");
  element.querySelectorAll("button")[1]?.focus();
  refill(element, parts(h("button", {}, "Off")));
  expect(focused()).toBe("On 1");
  // What is gone leaves it on the first.
  refill(element, parts().slice(0, 2));
  expect(focused()).toBe("Back");
  refill(element, []);
  expect(document.activeElement).toBe(document.body);
});
