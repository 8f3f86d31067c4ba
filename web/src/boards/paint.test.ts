// @vitest-environment happy-dom
import { expect, test } from "vitest";
import { Kept, Layer, path, type Shape, shape, text } from "./paint";

const circle = (key: string, r: number, more: Record<string, string | number | undefined> = {}): Shape =>
  shape(key, "circle", { r, ...more });

function layer(): Layer {
  const made = new Layer("test", document);
  document.body.append(made.node);
  return made;
}

const keys = (of: Layer) => [...of.node.children].map((node) => node.getAttribute("r"));

test("nodes stay, and are put in the order that is wanted", () => {
  const on = layer();
  on.draw([1], () => [circle("a", 1), circle("b", 2), circle("c", 3)]);
  const [a, b, c] = ["a", "b", "c"].map((key) => on.get(key));
  on.draw([2], () => [circle("c", 3), circle("a", 1), circle("d", 4)]);
  expect(keys(on)).toEqual(["3", "1", "4"]);
  expect([on.get("a"), on.get("c")]).toEqual([a, c]);
  expect(b?.isConnected).toBe(false);
  expect(on.get("b")).toBeUndefined();
  on.draw([3], () => []);
  expect(on.node.childElementCount).toBe(0);
});

test("only what differs is touched", async () => {
  const on = layer();
  on.draw([1], () => [shape("g", "g", {}, [circle("a", 1, { class: "x" }), text("t", { x: 0, y: 0 }, 10, {}, "+1")])]);
  const changes: MutationRecord[] = [];
  const watch = new MutationObserver((records) => changes.push(...records));
  watch.observe(on.node, { attributes: true, childList: true, subtree: true, characterData: true });
  on.draw([2], () => [shape("g", "g", {}, [circle("a", 2), text("t", { x: 0, y: 0 }, 10, {}, "+1")])]);
  await Promise.resolve();
  changes.push(...watch.takeRecords());
  expect(changes.map((change) => change.attributeName).sort()).toEqual(["class", "r"]);
  expect(on.node.querySelector("circle")?.hasAttribute("class")).toBe(false);
});

test("nothing is drawn while nothing that it depends on changes", () => {
  const on = layer();
  let drawn = 0;
  const draw = (...depends: unknown[]) =>
    on.draw(depends, () => {
      drawn += 1;
      return [circle(String(drawn), 1)];
    });
  expect([draw(1, null), draw(1, null), draw(1, 2), draw(1, 2), draw(1)]).toEqual([true, false, true, false, true]);
  expect(drawn).toBe(3);
});

test("a shape of another kind is another node", () => {
  const on = layer();
  on.draw([1], () => [circle("a", 1)]);
  on.draw([2], () => [shape("a", "rect", { width: 3 })]);
  expect(on.node.innerHTML).toContain("<rect");
  expect(on.node.childElementCount).toBe(1);
});

test("text is text", () => {
  const on = layer();
  on.draw([1], () => [text("t", { x: 1, y: 2 }, 10, {}, "<b>")]);
  expect(on.get("t")?.textContent).toBe("<b>");
  expect(on.get("t")?.childElementCount).toBe(0);
});

test("paths are tidy", () => {
  const points = [{ x: 1 / 3, y: 0 }, { x: 2, y: 5 }];
  expect(path(points)).toBe("M0.33 0L2 5");
  expect(path(points, true)).toBe("M0.33 0L2 5Z");
});

test("kept shapes are the same things until what they depend on is not", () => {
  const kept = new Kept();
  const drawing = (...depends: unknown[]) => {
    kept.begin();
    return kept.shape("a", depends, () => circle("a", 1));
  };
  const first = drawing(1, "x");
  expect(drawing(1, "x")).toBe(first);
  expect(drawing(2, "x")).not.toBe(first);
  const again = drawing(1, "x");
  kept.begin();
  // Not asked for in a drawing, it is forgotten.
  expect(drawing(1, "x")).not.toBe(again);
});
