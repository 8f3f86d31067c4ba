import { describe, expect, test } from "vitest";
import { amountText, behindText, bytes, count, costParts, duration, finalMargin, percent, roughly, seenBy, signed, turned, valueSentence, viewText } from "./format";
import type { GameRecord, Value } from "./types";

const record: GameRecord = {
  schema: 1, game: "dots", kind: "game", players: { first: "first", second: "second" }, start: "1x1", position: "1x1",
  to_move: "first", scores: true, points: { first: 0, second: 0 }, plies: [],
  board: { rows: 1, columns: 1, horizontal: ["0", "0"], vertical: ["00"], boxes_left: 1 }, moves: [],
};

const margin = (mover: number): Value => ({ mover: { certainty: "exact", margin: mover }, first: { certainty: "exact", margin: mover } });
const odds = (numerator: string, denominator: string, float: number): Value => {
  const view = { certainty: "exact", numerator, denominator, float } as const;
  return { mover: view, first: view };
};

describe("amounts", () => {
  test.each([[5, "+5"], [0, "0"], [-3, "\u22123"]])("%d is %s", (amount, text) => expect(signed(amount)).toBe(text));
  test.each([[0, "0.0"], [1, "100.0"], [0.5, "50.0"], [0.99999, ">99.9"], [1e-9, "<0.1"], [24 / 35, "68.6"]])(
    "%d in per cent is %s", (probability, text) => expect(percent(probability)).toBe(text));
  test("odds and outcomes", () => {
    expect(amountText({ numerator: "4", denominator: "5", float: 0.8 })).toBe("80.0\u202f%");
    expect(amountText({ outcome: "win" })).toBe("win");
  });
  test("how far behind, however little", () => {
    expect(behindText({ numerator: "1", denominator: "2500", float: 0.0004 })).toBe("0.04\u202f%");
    expect(behindText({ numerator: "1", denominator: "20", float: 0.05 })).toBe("5.0\u202f%");
    expect(behindText({ margin: 3 })).toBe("3");
  });
  test("bounds say so, and what is unknown has no amount", () => {
    expect(viewText({ certainty: "lower", margin: 2 })).toBe("\u2265\u202f+2");
    expect(viewText({ certainty: "upper", margin: 2 })).toBe("\u2264\u202f+2");
    expect(viewText({ certainty: "unknown" })).toBe("unknown");
  });
});

describe("the other side's view", () => {
  test("margins, bounds, fractions of any size", () => {
    expect(turned({ certainty: "exact", margin: 0 })).toEqual({ certainty: "exact", margin: 0 });
    expect(turned({ certainty: "lower", margin: 4 })).toEqual({ certainty: "upper", margin: -4 });
    expect(turned({ certainty: "exact", outcome: "win" })).toEqual({ certainty: "exact", outcome: "loss" });
    const big = turned({ certainty: "exact", numerator: "100000000000000000000000", denominator: "300000000000000000000001", float: 1 / 3 });
    expect(big).toMatchObject({ numerator: "200000000000000000000001", denominator: "300000000000000000000001" });
  });
  test("a value is the mover's: who moves decides", () => {
    expect(seenBy(margin(3), "second", "first")).toEqual({ certainty: "exact", margin: -3 });
    expect(seenBy(margin(3), "second", "second")).toEqual({ certainty: "exact", margin: 3 });
  });
});

describe("sentences", () => {
  const later = { ...record, to_move: "second", points: { first: 2, second: 1 } } as const;
  test.each([
    [record, margin(4), "With best play First gains 4 from here."],
    [record, margin(0), "Neither side gains from here."],
    [later, margin(4), "With best play Second gains 4 from here: Second ends 3 ahead."],
    [later, margin(1), "With best play Second gains 1 from here: a draw in the end."],
    [record, odds("3", "4", 0.75), "First wins 75.0\u202f% of games if both sides fill cells at random."],
    [later, { mover: { certainty: "exact", outcome: "win" }, first: { certainty: "exact", outcome: "loss" } } as Value, "Second wins, however the other plays."],
    [later, { mover: { certainty: "exact", outcome: "loss" }, first: { certainty: "exact", outcome: "win" } } as Value, "First wins, however the other plays."],
    [record, { mover: { certainty: "unknown" }, first: { certainty: "unknown" } } as Value, "What best play comes to is not known."],
  ])("%#", (game, value, sentence) => expect(valueSentence(game, value)).toBe(sentence));

  test("the margin in the end counts the points so far", () => {
    expect(finalMargin(later, margin(4))).toBe(-3);
    expect(finalMargin(record, odds("1", "2", 0.5))).toBeNull();
  });
});

describe("costs", () => {
  test.each([[24e-6, "24\u202f\u00b5s"], [0.0123, "12\u202fms"], [3.14, "3.1\u202fs"], [125, "2\u202fmin 5\u202fs"], [7200, "2\u202fh"]])(
    "%d seconds are %s", (seconds, text) => expect(duration(seconds)).toBe(text));
  test.each([[744, "744\u202fbytes"], [6.1 * 2 ** 20, "6.1\u202fMiB"], [2.8 * 2 ** 30, "2.8\u202fGiB"]])(
    "%d bytes are %s", (number, text) => expect(bytes(number)).toBe(text));
  test.each([[999, "999"], [12_345, "12.3 thousand"], [24_333_087, "24.3 million"], [1.2e13, "12 trillion"]])(
    "%d is roughly %s", (number, text) => expect(roughly(number)).toBe(text));
  test("counts beyond floats keep every digit", () => expect(count("123456789012345678901")).toBe("123,456,789,012,345,678,901"));
  test("parts, with the cache", () => {
    expect(costParts({ method: "sweep", states: 2000, seconds: 0.5, memory_bytes: 100, stop: "finished", cached: true }))
      .toEqual(["2,000 states", "500\u202fms", "4,000 states/s", "100\u202fbytes", "sweep", "from the cache"]);
  });
});
