import { describe, expect, test } from "vitest";
import { back, plant, playAll } from "./state/tree";
import { bestMoves, hidden, initial, knownValues, lostSoFar, questionKey, type State, Store, visibleValues } from "./store";
import type { Analysis, GameRecord, MoveAnswer, Value } from "./types";

const value = (margin: number): Value => ({ mover: { certainty: "exact", margin }, first: { certainty: "exact", margin } });
const moves: MoveAnswer[] = [{ move: "a1", value: value(2), behind: { margin: 0 }, best: true }, { move: "b1", value: value(1), behind: { margin: 1 }, best: false }];
const analysis: Analysis = {
  schema: 1, game: "dots", position: "1x1", to_move: "mover", value: value(2), moves,
  cost: { method: "exact", states: 1, memory_bytes: 1, stop: "finished" },
};
const record = { moves: ["a1", "b1"] } as unknown as GameRecord;
const done: State = { ...initial("dots"), record, settled: true, asked: { at: "done", analysis } };

describe("what may be seen", () => {
  test("everything, while it is looked at", () => {
    expect([...(visibleValues(done)?.keys() ?? [])]).toEqual(["a1", "b1"]);
    expect(bestMoves(done)).toEqual(["a1"]);
  });

  test("nothing before a guess, all after it", () => {
    const guessing: State = { ...done, mode: "guess" };
    expect(visibleValues(guessing)).toBeNull();
    expect(visibleValues({ ...guessing, guess: { ...guessing.guess, revealed: new Set([0]) } })?.size).toBe(2);
  });

  test("nothing in a game, but for a hint, after resigning, and when it is over", () => {
    const match = { side: "first", peek: false, thinking: false, resigned: false, verdict: null, costs: new Map(), trouble: null } as const;
    const playing: State = { ...done, mode: "play", match };
    expect(hidden(playing)).toBe(true);
    expect(hidden({ ...playing, match: { ...match, peek: true } })).toBe(false);
    expect(hidden({ ...playing, match: { ...match, resigned: true } })).toBe(false);
    expect(hidden({ ...playing, record: { ...record, moves: [] } })).toBe(false);
  });

  test("nothing of a puzzle, from the moment that it is made", () => {
    const puzzle: State = { ...done, mode: "puzzle", puzzles: { ...done.puzzles, loading: true } };
    expect(hidden(puzzle)).toBe(true);
    expect(hidden({ ...puzzle, puzzles: { ...puzzle.puzzles, verdict: { move: "a1", answer: null, best: ["a1"] } } })).toBe(false);
    expect(hidden({ ...puzzle, puzzles: { ...puzzle.puzzles, loading: false, trouble: "none found" } })).toBe(false);
  });

  test("what came so far is not ranked", () => {
    const running: State = { ...done, asked: { at: "running", progress: null }, found: new Map([["b1", value(1)]]) };
    expect([...(knownValues(running)?.values() ?? [])]).toEqual([{ move: "b1", value: value(1), best: false }]);
    expect(bestMoves(running)).toEqual([]);
  });

  test("the same values as before, while nothing new came", () => {
    expect(visibleValues({ ...done, hover: "a1" })).toBe(visibleValues(done));
  });
});

test("moves that were taken back cost nothing", () => {
  const tree = playAll(plant("1x1"), ["a1", "b1", "c1"]);
  const match = { side: "first", peek: false, thinking: false, resigned: false, verdict: null, costs: new Map([[1, 2], [3, 5]]), trouble: null } as const;
  expect(lostSoFar({ ...done, match, tree })).toBe(7);
  expect(lostSoFar({ ...done, match, tree: back(tree) })).toBe(2);
});

test("another method or other turns are another question", () => {
  const hex: State = { ...initial("hex") };
  const keys = [hex, { ...hex, options: { ...hex.options, turns: "coin" } }, { ...hex, options: { ...hex.options, method: "transfer" } }, { ...hex, options: { ...hex.options, play: "perfect" as const } }]
    .map((state) => questionKey(state, "3x3"));
  expect(new Set(keys).size).toBe(4);
});

test("all changes of a turn are drawn at once", async () => {
  const store = new Store(initial("hex"));
  const seen: State[] = [];
  store.listen((state) => seen.push(state));
  store.set({ flipped: true });
  store.set({ hover: "a1" });
  await Promise.resolve();
  expect(seen.map(({ flipped, hover }) => [flipped, hover])).toEqual([[true, "a1"]]);
});
