import { describe, expect, test } from "vitest";
import type { GameRecord, MoveAnswer, Value, View } from "../types";
import { pathText } from "./graph";
import { withTurn } from "./editing";
import { verdictText } from "./mode";
import { length } from "./moves";
import { share } from "./valuebar";

const exact = (amount: object): Value => {
  const view = { certainty: "exact", ...amount } as View;
  return { mover: view, first: view };
};
const answer = (move: string, amount: object, behind: MoveAnswer["behind"], best = false): MoveAnswer => ({ move, value: exact(amount), best, ...(behind ? { behind } : {}) });

describe("what a chosen move was", () => {
  test.each([
    [{ move: "a1", answer: answer("a1", { margin: 2 }, { margin: 0 }, true), best: ["a1"] }, "a1 is the best move."],
    [{ move: "a1", answer: null, best: ["a1", "b1", "c1"] }, "a1 is a best move; so are b1, c1."],
    [{ move: "b1", answer: answer("b1", { margin: -1 }, { margin: 3 }), best: ["a1"] }, "b1 is 3 behind the best: a1."],
    [{ move: "b1", answer: answer("b1", { outcome: "loss" }, undefined), best: ["a1"] }, "b1 is not the best: a1 is."],
    [{ move: "b1", answer: null, best: [] }, "What b1 is worth was not known."],
    [{ move: "", answer: null, best: ["a1"] }, "The best move is a1."],
  ])("%#", (verdict, text) => expect(verdictText(verdict)).toBe(text));
});

test.each([
  ["5x5", "second", "5x5:b"],
  ["3x3:W2/3/2B:w", "second", "3x3:W2/3/2B:b"],
  ["3x3:W2/3/2B:b:lr", "first", "3x3:W2/3/2B:w:lr"],
] as const)("%s with %s to move", (position, side, text) => expect(withTurn(position, side)).toBe(text));

test("a graph has gaps where nothing is known", () => {
  const known = [0, 1, 3, 4].map((ply) => ({ ply, node: ply, share: ply / 4 }));
  expect(pathText(known, 4)).toBe("M0.0 48.0L75.0 36.0M225.0 12.0L300.0 0.0");
});

describe("bars", () => {
  test("moves by odds, by outcome, from the worst margin to the best", () => {
    expect(length(answer("a1", { numerator: "1", denominator: "4", float: 0.25 }, undefined), [])).toBe(0.25);
    expect(length(answer("a1", { outcome: "loss" }, undefined), [])).toBe(0);
    const all = [answer("a1", { margin: 5 }, undefined), answer("b1", { margin: -5 }, undefined)];
    expect(all.map((one) => length(one, all).toFixed(2))).toEqual(["1.00", "0.08"]);
  });

  test("the value: odds as they are, boxes as they will be shared out, who moves considered", () => {
    const dots = { to_move: "second", points: { first: 0, second: 1 }, board: { rows: 2, columns: 2, boxes_left: 3 } } as unknown as GameRecord;
    expect(share(dots, exact({ margin: 1 }))).toBe(0.25);
    const hex = { to_move: "second", points: { first: 0, second: 0 }, board: { rows: 2, columns: 2, cells: [] } } as unknown as GameRecord;
    expect(share(hex, exact({ numerator: "1", denominator: "4", float: 0.25 }))).toBe(0.75);
    expect(share(hex, { mover: { certainty: "unknown" }, first: { certainty: "unknown" } })).toBeNull();
  });
});
