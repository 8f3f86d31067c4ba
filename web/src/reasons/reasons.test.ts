// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from "vitest";
import type { GameName, GameRecord, HoodAnswer, Value, WhyAnswer } from "../types";
import { letter, picture, spoken } from "./frontier";
import { corners } from "./hood-contour";
import { large } from "./numbers";
import { parts, plot } from "./plot";
import { hood, why } from "./reasons";
import type { ContourReasons, DotsHood, DotsReasons, Frontier, Group, HexHood, HexReasons, Offer } from "./shapes";
import { Words } from "./words";

afterEach(() => document.body.replaceChildren());

const BOARDS = {
  contour: { rows: 2, columns: 3, first: [[2, 7, 3], [9, 1, 2]], second: [[3, 7, 2], [2, 3, 1]], taken: [1, 0] },
  hex: { rows: 2, columns: 2, cells: ["..", ".."], white_joins: "top and bottom", black_joins: "left and right" },
  dots: { rows: 1, columns: 2, horizontal: ["11", "11"], vertical: ["100"], boxes_left: 2 },
};

function record(game: keyof typeof BOARDS, moves: string[]): GameRecord {
  return {
    schema: 1, game, kind: "game", players: { first: "first", second: "second" }, start: "p", position: "p", to_move: "first",
    scores: true, points: { first: 0, second: 0 }, plies: [], board: BOARDS[game], moves,
  };
}

function listening() {
  return { hover: vi.fn(), play: vi.fn(), after: vi.fn(), mark: vi.fn() };
}

const exact = (margin: number): Value => ({ mover: { certainty: "exact", margin }, first: { certainty: "exact", margin } });

function told(game: GameName, reasons: unknown): WhyAnswer {
  const cost = { method: "m", states: 1, memory_bytes: 1, stop: "finished" };
  return { schema: 1, game, position: "p", to_move: "first", value: exact(7), moves: [], cost, why: reasons };
}

function group(does: string, offer: Offer, more: Partial<Group>): Group {
  // biome-ignore lint/suspicious/noThenProperty: so the field is called.
  return { does, best: false, closes: 0, opens: 0, loony: false, then: offer, moves: [], ...more };
}

const enter = (node: Element | null | undefined) => node?.dispatchEvent(new PointerEvent("pointerenter"));
const leave = (node: Element | null | undefined) => node?.dispatchEvent(new PointerEvent("pointerleave"));

test("names of places in a sentence are terms: moves are shown and played, others marked", () => {
  const events = listening();
  const words = new Words(events, record("contour", ["b1", "a2"]));
  const sentence = words.sentence("Taking b1 opens c1, z9 is none, nor is h,0,0: c = 3.");
  expect(sentence.textContent).toBe("Taking b1 opens c1, z9 is none, nor is h,0,0: c = 3.");
  const terms = [...sentence.querySelectorAll("button")];
  expect(terms.map((term) => term.textContent)).toEqual(["b1", "c1"]);
  enter(terms[0]);
  terms[0]?.click();
  leave(terms[0]);
  expect(events.hover.mock.calls).toEqual([["b1"], [null]]);
  expect(events.play.mock.calls).toEqual([["b1"]]);
  enter(terms[1]);
  leave(terms[1]);
  expect(events.mark.mock.calls).toEqual([[{ names: ["c1"] }], [null]]);
});

test("edges are places of Dots and Boxes alone", () => {
  const words = new Words(listening(), record("dots", ["v,0,1"]));
  const sentence = words.sentence("The best moves are v,0,1 and h,9,0; boxes b1 and a2.");
  expect([...sentence.querySelectorAll("button")].map((term) => term.textContent)).toEqual(["v,0,1", "b1"]);
});

test("why at Contour: the sum, the sentences, the moves", () => {
  const events = listening();
  const panel = why("contour", events);
  const reasons: ContourReasons = {
    says: ["The value is half of lead and rest."], lead: -2, rest: 16, lemma: { forced: ["a2"] }, closed_form: { applies: false }, contour: "UURRR",
    moves: [{ move: "a2", own: 9, other: -2, swing: 7, leaves: 1, forced: true, opens: [{ name: "b2", swing: 4 }] }],
  };
  const of = record("contour", ["a2"]);
  panel.draw(told("contour", reasons), of);
  expect(panel.element.querySelector(".formula")?.textContent).toBe("(−2lead++16rest) ∕ 2 =+7first's margin");
  expect(panel.element.querySelector("p")?.textContent).toBe("The value is half of lead and rest.");
  expect([...panel.element.querySelectorAll("td")].map((cell) => cell.textContent)).toEqual(["a2", "9 + (−2) = 7", "+1", "b2", ""]);
  // An answer to another position says nothing of this one, nor does none.
  panel.draw(told("contour", reasons), { ...of, position: "q" });
  expect(panel.element.childElementCount).toBe(0);
  panel.draw(null, of);
  expect(panel.element.childElementCount).toBe(0);
});

test("why at Hex: what decides most comes first", () => {
  const panel = why("hex", listening());
  const odds = (float: number) => ({ numerator: "1", denominator: "2", float });
  const reasons: HexReasons = {
    sweep: "", frontiers: [],
    cells: [{ cell: "a1", pivotal: odds(0.125), gain: odds(-0.25) }, { cell: "b1", pivotal: odds(0.5), gain: odds(0.00001) }],
  };
  panel.draw(told("hex", reasons), record("hex", ["a1", "b1"]));
  const rows = [...panel.element.querySelectorAll("tbody tr")].map((row) => row.textContent);
  expect(rows).toEqual(["b10.050.0", "a1−25.012.5"]);
});

test("why at Dots and Boxes: pieces light up, the better way stands out", () => {
  const events = listening();
  const panel = why("dots", events);
  const reasons: DotsReasons = {
    pieces: [{ name: "A", kind: "chain", independent: true, size: 3, boxes: ["a1", "b1"], edges: [] }],
    junctions: [], parts: 1, now: { boxes: 3, hand_back: 2, take_all: -3, handing_back: 5, better: "hand back" },
    control: { ones: 0, twos: 0, chains: 1, loops: 0, fcv: 2, tb: 4, c: 6, long: 6, v: 6, clause: "kept" },
    long_chains: 1, loops: 0,
    groups: [
      group("takes", { boxes: 2, hand_back: 2, better: "hand back" }, { margin: 5, behind: 0, best: true, closes: 1, moves: ["v,0,1"] }),
      group("opens", { boxes: 3, hand_back: 0 }, { kind: "chain", size: 3, margin: -9, behind: 14, opens: 3, loony: true, moves: ["v,0,2"] }),
      group("safe", { boxes: 0, hand_back: 0 }, {}),
    ],
    moves: [{ move: "v,0,2", group: 1, piece: "A" }],
  };
  panel.draw(told("dots", reasons), record("dots", ["v,0,1", "v,0,2"]));
  const chip = panel.element.querySelector(".chip");
  expect(chip?.textContent).toBe("A₃long chain");
  enter(chip);
  expect(events.mark).toHaveBeenLastCalledWith({ names: ["a1", "b1"] });
  expect(panel.element.querySelector(".way.better")?.textContent).toBe("+5take 1, hand 2 backbetter");
  const rows = [...panel.element.querySelectorAll("tbody tr")].map((row) => row.textContent);
  expect(rows).toEqual([
    "+5besttakes 1 box → then hand 2 backv,0,1",
    "−914opens chain A of 3 loony → the other takes 3v,0,2",
    "?safe",
  ]);
});

test("the contour as a word: each UR is the corner of a move", () => {
  expect([...corners("UURRR", 2)]).toEqual([[1, "a1"]]);
  expect([...corners("RUURURURR", 4)]).toEqual([[2, "b3"], [4, "c2"], [6, "d1"]]);
  expect([...corners("URUR", 2)]).toEqual([[0, "a2"], [2, "b1"]]);
  expect(corners("RRUU", 2).size).toBe(0);
});

test("hood of Contour", () => {
  const panel = hood("contour", listening());
  const kept = { contour: "URURR", address: "7", of: "10", ideals: "6", left: 5, levels: ["1", "2", "2", "1"] };
  const answer: HoodAnswer = { game: "contour", kind: "hood", position: "p", hood: kept };
  panel.draw(answer, record("contour", ["b1", "a2"]));
  expect([...panel.element.querySelectorAll(".corner")].map((node) => node.textContent)).toEqual(["URa2", "URb1"]);
  expect(panel.element.querySelectorAll(".plot-bar")).toHaveLength(4);
  panel.draw({ ...answer, hood: undefined }, record("contour", []));
  expect(panel.element.textContent).toContain("limit");
});

const FRONTIER: Frontier = {
  cells: [{ cell: "a2", state: "group", group: 1 }, { cell: "b2", state: "none" }, { cell: "c1", state: "group", group: 1 }, { cell: "d1", state: "start" }],
  ways: "5", share: 0.25, odds: 0.5,
};

test("frontiers in letters, words and arcs", () => {
  expect(FRONTIER.cells.map(letter)).toEqual(["A", "", "A", "s"]);
  expect(spoken(FRONTIER)).toBe("a2, c1 joined to each other; d1 joined to the start");
  expect(spoken({ ...FRONTIER, cells: [{ cell: "a1", state: "none" }] })).toBe("nothing that matters");
  const drawn = picture(FRONTIER, 2, 4);
  expect(drawn.querySelectorAll(".frontier-cell")).toHaveLength(4);
  expect(drawn.querySelectorAll(".frontier-arc")).toHaveLength(1);
});

test("hood of Hex: the slider asks, frontiers light up, and the slider stays", () => {
  const events = listening();
  const panel = hood("hex", events);
  document.body.append(panel.element);
  const kept: HexHood = {
    along: "top and bottom", colour: "White", order: ["a1", "b1", "a2", "b2"], counts: [1, 2, 2, 2, 1], after: "b1", swept: 2, fillings: "4",
    frontiers: Array.from({ length: 14 }, () => FRONTIER), of: 14, lost: { ways: "1", share: 0.25 },
  };
  const answer: HoodAnswer = { game: "hex", kind: "hood", position: "p", hood: kept };
  const of = record("hex", ["a1", "b1", "a2", "b2"]);
  panel.draw(answer, of);
  const slider = panel.element.querySelector("input");
  expect([slider?.value, slider?.max]).toEqual(["2", "4"]);
  if (slider) slider.value = "3";
  slider?.dispatchEvent(new Event("input"));
  expect(events.after.mock.calls).toEqual([["a2"]]);
  panel.draw({ ...answer, hood: { ...kept, after: "a2", swept: 3 } }, of);
  expect(panel.element.querySelector("input")).toBe(slider);
  expect(panel.element.querySelectorAll(".frontier")).toHaveLength(12);
  panel.element.querySelector<HTMLButtonElement>(".ghost")?.click();
  expect(panel.element.querySelectorAll(".frontier")).toHaveLength(14);
  enter(panel.element.querySelector(".frontier"));
  expect(events.mark.mock.lastCall?.[0].letters.get("c1")).toBe("A");
});

test("hood of Dots and Boxes", () => {
  const panel = hood("dots", listening());
  const kept: DotsHood = {
    take: 2, hand_back: 2, chains: [1, 1, 3, 3], loops: [4], kept: { ones: 0, twos: 0, chains: [3, 3], loops: [4] },
    core: { edges: 12, boxes: 5, parts: 2 }, method: "search", key: "0f3a",
  };
  panel.draw({ game: "dots", kind: "hood", position: "p", hood: kept }, record("dots", []));
  const text = panel.element.textContent ?? "";
  expect(text).toContain("First can take 2 boxes. Whoever takes them may hand the last 2 back");
  expect(text).toContain("cancel each other");
  expect(text).toContain("A core of 12 undrawn edges and 5 boxes, in 2 parts.");
  expect([...panel.element.querySelectorAll(".multiset li")].map((row) => row.textContent)).toEqual(["1× 2", "3× 2", "4"]);
  expect(panel.element.querySelector("code")?.textContent).toBe("0f3a");
});

test("numbers of any size", () => {
  expect(large("1234567")).toBe("1,234,567");
  expect(large("123")).toBe("123");
  expect(large("123456789")).toBe("123,456,789");
  expect(large("137846528820")).toBe("1.37×10¹¹");
});

test("plots of numbers that no float holds", () => {
  const huge = `1${"0".repeat(400)}`;
  expect(parts(["0", huge, `5${"0".repeat(399)}`])).toEqual([0, 1, 0.5]);
  expect(parts(["0", "0"])).toEqual([0, 0]);
  const drawn = plot({ values: ["1", "1000000", "0"], here: 0, label: "l", ends: ["a", "b"] });
  const heights = [...drawn.querySelectorAll(".plot-bar")].map((bar) => Number(bar.getAttribute("height")));
  expect(heights[0]).toBe(1);
  expect(heights[2]).toBe(0);
});
