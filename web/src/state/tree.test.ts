import { describe, expect, test } from "vitest";
import { back, beside, cut, forward, keep, lineThrough, movesTo, node, plant, play, playAll, promote, ROOT, toEnd, toStart, unkeep } from "./tree";

describe("a tree of moves", () => {
  const line = playAll(plant("3x3"), ["a1", "b2", "c3"]);
  const branched = play(play(back(back(line)), "c1"), "a2");

  test("a move is a new node, or the one that is there", () => {
    expect(movesTo(line)).toEqual(["a1", "b2", "c3"]);
    expect(movesTo(branched)).toEqual(["a1", "c1", "a2"]);
    expect(play(back(line), "c3").nodes.length).toBe(line.nodes.length);
  });

  test("back and forward walk the main line", () => {
    expect(movesTo(back(branched))).toEqual(["a1", "c1"]);
    expect(movesTo(toEnd(toStart(branched)))).toEqual(["a1", "b2", "c3"]);
    expect(forward(line)).toBe(line);
    expect(back(toStart(line)).current).toBe(ROOT);
  });

  test("a line goes through the current node to its end", () => {
    expect(lineThrough(back(branched)).map((id) => node(branched, id).move)).toEqual([null, "a1", "c1", "a2"]);
    expect(lineThrough(toStart(branched)).length).toBe(4);
  });

  test("branches lie beside each other, going round", () => {
    const at = back(branched);
    expect(movesTo(beside(at, 1))).toEqual(["a1", "b2"]);
    expect(movesTo(beside(at, -1))).toEqual(["a1", "b2"]);
    expect(beside(toStart(at), 1).current).toBe(ROOT);
  });

  test("a promoted branch is the main line", () => {
    const promoted = promote(branched, back(branched).current);
    expect(movesTo(toEnd(toStart(promoted)))).toEqual(["a1", "c1", "a2"]);
  });

  test("a cut branch is gone with all that follows, and nothing else is", () => {
    const gone = cut(branched, back(branched).current);
    expect(movesTo(gone)).toEqual(["a1"]);
    expect(movesTo(toEnd(gone))).toEqual(["a1", "b2", "c3"]);
    expect(() => node(gone, branched.current)).toThrow(RangeError);
    expect(movesTo(play(gone, "b1"))).toEqual(["a1", "b1"]);
    expect(cut(branched, ROOT).nodes.length).toBe(1);
  });

  test("what is kept comes back, at the node asked for", () => {
    const again = unkeep("3x3", JSON.parse(JSON.stringify(keep(branched))), ["a1", "c1"]);
    expect(again && keep(again)).toEqual(keep(branched));
    expect(again && movesTo(again)).toEqual(["a1", "c1"]);
    const cutAndKept = keep(cut(branched, back(branched).current));
    expect(cutAndKept).toEqual([[0, "a1"], [1, "b2"], [2, "c3"]]);
  });

  test("a game is kept however long it is", () => {
    const moves = Array.from({ length: 5000 }, (_, ply) => `m${ply}`);
    const kept = structuredClone(keep(playAll(plant("3x3"), moves)));
    expect(kept.length).toBe(5000);
    expect(movesTo(unkeep("3x3", kept, moves) ?? plant("3x3"))).toEqual(moves);
  });

  test.each([null, "x", [null], [[0]], [[1, "a1"]], [["0", "a1"]]])("%j is no kept tree", (kept) => {
    expect(unkeep("3x3", kept, [])).toBeNull();
  });
});
