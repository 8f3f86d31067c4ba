/** Under the hood, at Dots and Boxes: what the method takes the position apart into. */

import { type Child, h } from "../dom";
import { named } from "../format";
import type { GameRecord, HoodAnswer } from "../types";
import type { DotsHood } from "./shapes";

export function hoodDots(answer: HoodAnswer, record: GameRecord): Child[] {
  const hood = answer.hood as DotsHood | undefined;
  if (!hood) return [h("p", { class: "soft" }, "A limit was reached before all was told.")];
  const mover = named(record, record.to_move);
  const parts: Child[] = [h("p", {}, "The method never looks at the board. It asks three things of a position:")];
  parts.push(
    h(
      "ol",
      { class: "layers" },
      step("What can be taken at once?", taking(hood, mover)),
      step("Which chains and loops stand alone?", alone(hood)),
      step("What is left?", core(hood)),
    ),
  );
  return parts;
}

function step(question: string, told: Child[]): HTMLElement {
  return h("li", {}, h("b", {}, question), ...told);
}

function taking({ take, hand_back }: DotsHood, mover: string): Child[] {
  if (take === 0) return [h("p", {}, "Nothing.")];
  const boxes = `${take} ${take === 1 ? "box" : "boxes"}`;
  const choice =
    hand_back > 0
      ? ` Whoever takes them may hand the last ${hand_back} back, and leave it to the other side to move in the rest. That is the only choice; all else is taken at once.`
      : " There is no choice in it: it costs nothing to take all.";
  return [h("p", {}, `${mover} can take ${boxes}.${choice}`)];
}

/** Bars as long as the pieces, in rows of equal ones. */
function bars(sizes: readonly number[], kind: string): Child {
  if (sizes.length === 0) return null;
  const counted = new Map<number, number>();
  for (const size of sizes) counted.set(size, (counted.get(size) ?? 0) + 1);
  const rows = [...counted].sort(([one], [other]) => one - other).map(([size, count]) => {
    const boxes = Array.from({ length: Math.min(size, 24) }, () => h("span", { class: "cell" }));
    return h(
      "li",
      {},
      h("span", { class: `strip ${kind}` }, ...boxes),
      h("span", { class: "size" }, `${size}`),
      h("span", { class: "times" }, count > 1 ? `× ${count}` : ""),
    );
  });
  return h("div", { class: "multiset" }, h("span", { class: "soft" }, kind), h("ul", {}, ...rows));
}

function alone({ chains, loops, kept }: DotsHood): Child[] {
  if (chains.length + loops.length === 0) return [h("p", {}, "None.")];
  const told: Child[] = [h("div", { class: "multisets" }, bars(chains, "chains"), bars(loops, "loops"))];
  const dropped = chains.length - kept.chains.length - kept.ones - kept.twos;
  const notes = ["Where they lie does not matter, only how long they are: a closed form has the value of any such heap."];
  if (dropped > 0) notes.push("Two chains of 1 cancel each other, and so do two of 2: what one side does in the first, the other does in the second.");
  told.push(h("p", {}, notes.join(" ")));
  return told;
}

const METHODS: Record<string, string> = {
  "closed form": "Nothing has to be searched: the closed form has the value.",
  search: "It is searched, with everything known of it kept in a table.",
  "wide search": "It is too wide for the fast search; a plain one keeps every position under its exact key.",
};

function core({ core, method, key }: DotsHood): Child[] {
  const told: Child[] = [];
  if (core.edges === 0) told.push(h("p", {}, `Nothing. ${METHODS["closed form"]}`));
  else {
    const boxes = `${core.boxes} ${core.boxes === 1 ? "box" : "boxes"}`;
    const parts = core.parts > 1 ? `, in ${core.parts} parts` : "";
    told.push(
      h("p", {}, `A core of ${core.edges} undrawn ${core.edges === 1 ? "edge" : "edges"} and ${boxes}${parts}. ${METHODS[method] ?? ""}`),
    );
  }
  if (key) {
    told.push(
      h("p", { class: "soft" }, "Its key in the table; a position that is the same graph, turned, mirrored or bent, has the same one:"),
      h("code", { class: "key" }, key),
    );
  }
  return told;
}
