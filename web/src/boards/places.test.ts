import { expect, test } from "vitest";
import { cellName, columnName, nearest, neighbour, readCell, readEdge, turned } from "./places";

test("names of cells are those of the command", () => {
  const table: [number, number, string][] = [
    [0, 0, "a1"],
    [2, 1, "b3"],
    [0, 25, "z1"],
    [11, 26, "aa12"],
    [11, 27, "ab12"],
    [98, 701, "zz99"],
    [0, 702, "aaa1"],
  ];
  for (const [row, column, name] of table) {
    expect(cellName(row, column)).toBe(name);
    expect(readCell(name)).toEqual({ row, column });
  }
  expect(columnName(51)).toBe("az");
  for (const no of ["", "a", "1", "a0", "A1", "a1b", "h,0,0", "a01"]) expect(readCell(no)).toBeNull();
});

test("names of edges", () => {
  expect(readEdge("h,0,12")).toEqual({ across: "h", row: 0, column: 12 });
  expect(readEdge("v,3,0")).toEqual({ across: "v", row: 3, column: 0 });
  for (const no of ["", "h", "x,0,0", "h,0", "h,-1,0", "a1"]) expect(readEdge(no)).toBeNull();
});

test("arrows lead to the nearest ahead, and nowhere at an edge", () => {
  const at = (name: string, x: number, y: number) => ({ name, at: { x, y } });
  const targets = [at("b1", 100, 0), at("a1", 0, 0), at("a2", 0, 100), at("c2", 210, 100)];
  expect(neighbour(targets, null, "right")).toBe("a1");
  expect(neighbour(targets, "gone", "left")).toBe("a1");
  expect(neighbour(targets, "a1", "right")).toBe("b1");
  expect(neighbour(targets, "b1", "left")).toBe("a1");
  expect(neighbour(targets, "a1", "down")).toBe("a2");
  expect(neighbour(targets, "a2", "right")).toBe("c2");
  expect(neighbour(targets, "a1", "left")).toBeNull();
  expect(neighbour(targets, "a1", "up")).toBeNull();
  expect(neighbour([], null, "up")).toBeNull();
});

test("a finger finds what is near enough", () => {
  const targets = [{ name: "a1", at: { x: 0, y: 0 } }, { name: "b1", at: { x: 50, y: 0 } }];
  expect(nearest(targets, { x: 30, y: 5 }, 22)).toBe("b1");
  expect(nearest(targets, { x: 25, y: 30 }, 22)).toBeNull();
});

test("a half turn twice is none", () => {
  const size = { x: 100, y: 60 };
  const there = turned({ x: 10, y: 20 }, size, true);
  expect(there).toEqual({ x: 90, y: 40 });
  expect(turned(there, size, true)).toEqual({ x: 10, y: 20 });
});
