// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from "vitest";
import type { DotsReasons } from "../reasons/shapes";
import type { Amount, Board, GameName, GameRecord, MoveAnswer, View } from "../types";
import type { BoardScene, BoardView } from "./board";
import { board } from "./boards";
import { arrivals } from "./stage";

afterEach(() => document.body.replaceChildren());

const CONTOUR = { rows: 2, columns: 3, first: [[2, 7, 3], [9, 1, 2]], second: [[3, 7, 2], [2, 3, 1]], taken: [1, 0] };
const HEX = { rows: 2, columns: 2, cells: ["W.", ".."], white_joins: "top and bottom", black_joins: "left and right" };
const DOTS = { rows: 1, columns: 2, horizontal: ["11", "11"], vertical: ["110"], boxes_left: 1 };

function record(game: GameName, board: Board, moves: string[], more: Partial<GameRecord> = {}): GameRecord {
  const players = game === "hex" ? { first: "White", second: "Black" } : { first: "first", second: "second" };
  return {
    schema: 1, game, kind: "game", players, start: "s", position: "p", to_move: "first", scores: game !== "hex",
    points: { first: 0, second: 0 }, plies: [], board, moves, ...more,
  };
}

function scene(of: GameRecord, more: Partial<BoardScene> = {}): BoardScene {
  const layers = { numbers: true, heat: true, influence: false, pieces: true, sums: false };
  return {
    record: of, values: null, best: true, last: null, focus: null, hover: null, reply: null, edit: false, flipped: false,
    layers, why: null, hood: null, ...more,
  };
}

function answer(move: string, amount: Amount, behind: Amount, best = false): MoveAnswer {
  const view: View = { certainty: "exact", ...amount };
  return { move, value: { mover: view, first: view }, behind, best };
}

function values(...answers: MoveAnswer[]): ReadonlyMap<string, MoveAnswer> {
  return new Map(answers.map((each) => [each.move, each]));
}

function shown(game: GameName) {
  const events = { play: vi.fn(), hover: vi.fn(), focus: vi.fn(), edit: vi.fn() };
  const view: BoardView = board(game, events);
  document.body.append(view.element);
  const move = (name: string) => view.element.querySelector<SVGElement>(`[data-move="${name}"]`);
  const moves = () => [...view.element.querySelectorAll("[data-move]")].map((node) => node.getAttribute("data-move"));
  return { view, events, move, moves };
}

const click = (node: Element | null) => node?.querySelector(".hit")?.dispatchEvent(new MouseEvent("click", { bubbles: true }));

const contour = record("contour", CONTOUR, ["b1", "a2"], { plies: [{ side: "second", move: "a1", points: 3 }] });
const judged = values(answer("a2", { margin: 5 }, { margin: 0 }, true), answer("b1", { margin: -2 }, { margin: 7 }));

test("each legal move is a button that says what it is worth", () => {
  const { view, move, moves } = shown("contour");
  view.draw(scene(contour, { values: judged }));
  expect(moves()).toEqual(["b1", "a2"]);
  expect(move("a2")?.getAttribute("role")).toBe("button");
  expect(move("a2")?.getAttribute("aria-label")).toBe("a2, plus 5, best; first 9, second 2");
  expect(move("b1")?.getAttribute("aria-label")).toBe("b1, minus 2, 7 behind; first 7, second 7");
  expect(move("a2")?.querySelector(".ring")).not.toBeNull();
  expect(move("b1")?.querySelector(".ring")).toBeNull();
  expect(move("b1")?.querySelector(".heat-7")).not.toBeNull();
  // One move alone is reached by Tab: the best one.
  expect([move("a2")?.getAttribute("tabindex"), move("b1")?.getAttribute("tabindex")]).toEqual(["0", "-1"]);
});

test("layers are shown when they are asked for", () => {
  const { view, move } = shown("contour");
  const layers = { numbers: false, heat: false, influence: false, pieces: false, sums: true };
  view.draw(scene(contour, { values: judged, layers, best: false }));
  expect(move("a2")?.querySelector(".ring")).toBeNull();
  expect(move("a2")?.querySelector("[class*=heat]")).toBeNull();
  expect([...(move("a2")?.querySelectorAll("text") ?? [])].map((node) => node.textContent)).toEqual(["9", "2", "11"]);
});

test("what was taken says by whom", () => {
  const { view } = shown("contour");
  view.draw(scene(contour, { last: "a1" }));
  expect(view.element.querySelector(".taken.second")).not.toBeNull();
  expect(view.element.querySelector(".whose.second")).not.toBeNull();
  view.draw(scene({ ...contour, plies: [] }));
  expect(view.element.querySelector(".whose")).toBeNull();
  expect(view.element.querySelector(".layer-taken .taken")).not.toBeNull();
});

test("moves are played by a click and by Enter, looked at by a pointer", () => {
  const { view, events, move } = shown("contour");
  view.draw(scene(contour));
  click(move("b1"));
  const enter = new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true });
  move("a2")?.dispatchEvent(enter);
  expect(events.play.mock.calls).toEqual([["b1"], ["a2"]]);
  expect(enter.defaultPrevented).toBe(true);
  move("b1")?.dispatchEvent(new PointerEvent("pointerover", { bubbles: true, pointerType: "mouse" }));
  move("b1")?.dispatchEvent(new PointerEvent("pointerover", { bubbles: true, pointerType: "mouse" }));
  view.element.querySelector("svg")?.dispatchEvent(new PointerEvent("pointerleave"));
  expect(events.hover.mock.calls).toEqual([["b1"], [null]]);
});

test("the preview shows the move and the reply, and leaves the moves alone", () => {
  const { view, move } = shown("contour");
  view.draw(scene(contour, { values: judged }));
  const before = move("a2");
  view.draw(scene(contour, { values: judged, hover: "a2", reply: "b1" }));
  expect(move("a2")).toBe(before);
  expect(view.element.querySelector(".layer-preview .ghost.first")).not.toBeNull();
  expect(view.element.querySelector(".layer-preview .ghost.second")).not.toBeNull();
});

test("the keyboard goes from move to move, also on a board that is turned", () => {
  const { view, events, move } = shown("contour");
  view.draw(scene(contour));
  expect(view.step(null, "down")).toBe("b1");
  expect(view.step("b1", "down")).toBe("a2");
  expect(view.step("b1", "right")).toBeNull();
  view.draw(scene(contour, { flipped: true, focus: "b1" }));
  expect(document.activeElement).toBe(move("b1"));
  expect(move("b1")?.getAttribute("tabindex")).toBe("0");
  expect(view.step("b1", "up")).toBe("a2");
  move("a2")?.dispatchEvent(new FocusEvent("focusin", { bubbles: true }));
  expect(events.focus).toHaveBeenLastCalledWith("a2");
});

test("the focus stays on the board when its move is played", () => {
  const { view, move } = shown("contour");
  view.draw(scene(contour, { focus: "b1" }));
  const next = record("contour", { ...CONTOUR, taken: [2, 0] }, ["c1", "a2"]);
  view.draw(scene(next, { focus: "b1" }));
  expect(document.activeElement).toBe(move("c1"));
});

test("Contour is edited cell by cell and score by score", () => {
  const { view, events, move } = shown("contour");
  view.draw(scene(contour, { edit: true }));
  click(move("b2"));
  expect(events.edit).toHaveBeenLastCalledWith({ ...CONTOUR, taken: [2, 2] });
  click(move("b2 second"));
  const field = view.element.querySelector("input");
  expect(field?.getAttribute("aria-label")).toBe("second's score of b2");
  expect(field?.value).toBe("3");
  if (field) field.value = "-12";
  field?.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter" }));
  expect(events.edit).toHaveBeenLastCalledWith({ ...CONTOUR, second: [[3, 7, 2], [2, -12, 1]] });
  expect(view.element.querySelector("input")).toBeNull();
  click(move("a1 first"));
  view.element.querySelector("input")?.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape" }));
  expect(events.edit).toHaveBeenCalledTimes(2);
  expect(events.play).not.toHaveBeenCalled();
});

test("Hex has stones, sides, odds and what decides", () => {
  const { view, move, moves, events } = shown("hex");
  const of = record("hex", HEX, ["b1", "a2", "b2"], { plies: [{ side: "first", move: "a1", points: 0 }] });
  const odds = (float: number) => ({ numerator: "1", denominator: "2", float });
  const hex = values(answer("b1", odds(0.75), odds(0), true), answer("a2", odds(0.5), odds(0.25)), answer("b2", odds(0.625), odds(0.125)));
  const cells = ["b1", "a2", "b2"].map((cell, at) => ({ cell, pivotal: odds(0.5 / (at + 1)), gain: odds(0) }));
  const value: View = { certainty: "exact", ...odds(0.7) };
  const why = {
    schema: 1, game: "hex" as const, position: "p", to_move: "White", value: { mover: value, first: value }, moves: [...hex.values()],
    cost: { method: "transfer", states: 1, memory_bytes: 1, stop: "finished" }, why: { sweep: "", frontiers: [], cells },
  };
  const layers = { numbers: true, heat: true, influence: true, pieces: false, sums: false };
  view.draw(scene(of, { values: hex, last: "a1", why, layers }));
  expect(moves()).toEqual(["b1", "a2", "b2"]);
  expect(move("b1")?.getAttribute("aria-label")).toBe("b1, 75.0 per cent, best");
  expect(move("b1")?.querySelector(".decides")?.getAttribute("r")).toBe("26");
  expect(view.element.querySelectorAll(".layer-stones .stone")).toHaveLength(1);
  expect(view.element.querySelectorAll(".band.first")).toHaveLength(2);
  expect(view.element.querySelector("p")?.textContent).toContain("White has a1; Black has no stone");
  view.draw(scene(of, { edit: true }));
  click(move("a1"));
  click(move("b2"));
  expect(events.edit.mock.calls.map(([changed]) => changed.cells)).toEqual([["B.", ".."], ["W.", ".W"]]);
});

test("what is swept is set apart, and marks have their letters", () => {
  const { view } = shown("hex");
  const of = record("hex", HEX, ["b1"]);
  const kept = { along: "", colour: "White", order: ["a1", "b1", "a2", "b2"], counts: [1], after: "b1", swept: 2, fillings: "4", frontiers: [], of: 0, lost: { ways: "0", share: 0 } };
  const hood = { game: "hex" as const, kind: "hood" as const, position: "p", hood: kept };
  view.draw(scene(of, { hood, marked: { names: ["a1"], letters: new Map([["a1", "s"]]) } }));
  // Three sides between the two rows.
  expect(view.element.querySelector(".cut")?.getAttribute("d")?.match(/M/g)).toHaveLength(3);
  expect(view.element.querySelector(".layer-marks text")?.textContent).toBe("s");
});

test("Dots and Boxes has owners, edges and the last move", () => {
  const { view, move, moves, events } = shown("dots");
  const plies = [{ side: "second" as const, move: "v,0,1", points: 1, takes: ["a1"] }];
  const of = record("dots", DOTS, ["v,0,2"], { plies });
  view.draw(scene(of, { last: "v,0,1", values: values(answer("v,0,2", { margin: 1 }, { margin: 0 }, true)) }));
  expect(moves()).toEqual(["v,0,2"]);
  expect(move("v,0,2")?.getAttribute("aria-label")).toBe("v,0,2, plus 1, best");
  expect(view.element.querySelector(".box.second")).not.toBeNull();
  expect(view.element.querySelector(".hatch")).not.toBeNull();
  expect(view.element.querySelector(".layer-boxes text")?.textContent).toBe("S");
  expect(view.element.querySelector(".last.second")).not.toBeNull();
  view.draw(scene(of, { edit: true }));
  expect(moves()).toHaveLength(7);
  click(move("h,0,1"));
  click(move("v,0,2"));
  expect(events.edit.mock.calls.map(([{ horizontal, vertical }]) => [horizontal, vertical])).toEqual([
    [["10", "11"], ["110"]],
    [["11", "11"], ["111"]],
  ]);
});

test("chains have letters, and the double-cross is drawn where it is best", () => {
  const { view } = shown("dots");
  const then = { boxes: 0, hand_back: 0 };
  const why: DotsReasons = {
    pieces: [
      { name: "○", kind: "to take", independent: false, size: 2, boxes: ["a1", "b1"], edges: ["v,0,1", "v,0,2"], hand_back: 2 },
      { name: "A", kind: "chain", independent: true, size: 1, boxes: ["c1"], edges: ["v,0,2", "v,0,3"] },
    ],
    junctions: [], parts: 1, now: then, long_chains: 0, loops: 0,
    groups: [{ does: "hands back", best: true, closes: 0, opens: 0, loony: true, then, moves: ["v,0,2"] }],
    moves: [{ move: "v,0,2", group: 0, piece: "○" }],
  };
  const wide = { rows: 1, columns: 3, horizontal: ["111", "111"], vertical: ["1000"], boxes_left: 3 };
  const of = record("dots", wide, ["v,0,1", "v,0,2", "v,0,3"]);
  const told = { schema: 1, game: "dots" as const, position: "p", to_move: "mover", value: { mover: { certainty: "unknown" as const }, first: { certainty: "unknown" as const } }, moves: [], cost: { method: "", states: 0, memory_bytes: 0, stop: "finished" }, why };
  view.draw(scene(of, { why: told }));
  expect(view.element.querySelector(".layer-letters text")?.textContent).toBe("A₁");
  expect(view.element.querySelector(".given")?.getAttribute("d")?.match(/M/g)).toHaveLength(4);
  expect(view.element.querySelector(".across")).not.toBeNull();
  // Reasons of another position say nothing of this one.
  view.draw(scene({ ...of, position: "other" }, { why: told }));
  expect(view.element.querySelector(".given")).toBeNull();
});

test.each([
  ["contour", { rows: 1, columns: 1, first: [[0]], second: [[-3]], taken: [1] }],
  ["hex", { rows: 1, columns: 1, cells: ["B"], white_joins: "left and right", black_joins: "top and bottom" }],
  ["dots", { rows: 1, columns: 1, horizontal: ["1", "1"], vertical: ["11"], boxes_left: 0 }],
] as const)("a %s board of one place, without a move, can be drawn", (game, of) => {
  const { view, moves } = shown(game);
  for (const flipped of [false, true]) {
    view.draw(scene(record(game, of as unknown as Board, []), { flipped }));
    expect(moves()).toEqual([]);
    expect(view.step(null, "up")).toBeNull();
    for (const node of view.element.querySelectorAll("*")) {
      for (const { value } of node.attributes) expect(value).not.toContain("NaN");
    }
  }
});

test("what a game took since it was last drawn arrives in its order; nothing arrives when it is another game or goes back", () => {
  const ply = (move: string, takes?: string[]) => ({ side: "first" as const, move, points: 0, ...(takes ? { takes } : {}) });
  const at = (...plies: GameRecord["plies"]) => record("dots", DOTS, [], { plies });
  const [none, one, three] = [at(), at(ply("v,0,0")), at(ply("v,0,0"), ply("v,0,1", ["b1", "a1"]), ply("h,0,0", ["c1"]))];
  expect([...arrivals(one, three)]).toEqual([["b1", 0], ["a1", 1], ["c1", 2]]);
  expect([...arrivals(none, one)]).toEqual([["v,0,0", 0]]);
  expect(arrivals(three, one).size).toBe(0);
  expect(arrivals(null, three).size).toBe(0);
  expect(arrivals({ ...one, start: "other" }, three).size).toBe(0);
  expect(arrivals(at(ply("h,1,0")), three).size).toBe(0);
});

test.each([
  ["dots", record("dots", DOTS, ["v,0,2"]), "v,0,2"],
  ["hex", record("hex", HEX, ["b1"]), "b1"],
] as const)("%s: a value that comes while its move is looked at is not covered by it", (game, of, move) => {
  const { view } = shown(game);
  const over = () => view.element.querySelector(".layer-preview text")?.textContent;
  view.draw(scene(of, { hover: move }));
  expect(over()).toBeUndefined();
  view.draw(scene(of, { hover: move, values: values(answer(move, { margin: 5 }, { margin: 0 }, true)) }));
  expect(over()).toContain("5");
});
