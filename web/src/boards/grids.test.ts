import { expect, test } from "vitest";
import * as contour from "./contour-grid";
import * as dots from "./dots-grid";
import * as hex from "./hex-grid";
import { distance, type Point } from "./places";

const area = (points: readonly Point[]) =>
  Math.abs(
    points.reduce((sum, at, index) => {
      const next = points[(index + 1) % points.length] ?? at;
      return sum + at.x * next.y - next.x * at.y;
    }, 0) / 2,
  );

test.each([
  [1, 1, [0], 3],
  [3, 4, [0, 0, 0], 3],
  [3, 4, [4, 4, 4], 3],
  [3, 4, [3, 1, 0], 7],
  [4, 4, [2, 2, 2, 0], 5],
])("the contour of %i x %i with %j taken has its bends", (rows, columns, taken, bends) => {
  for (const flipped of [false, true]) {
    const on = contour.grid(rows, columns, flipped);
    const line = contour.contourLine(on, taken);
    expect(line[0]).toEqual(contour.crossing(on, rows, 0));
    expect(line.at(-1)).toEqual(contour.crossing(on, 0, columns));
    expect(line).toHaveLength(bends);
    const long = line.reduce((sum, at, index) => sum + (index > 0 ? distance(at, line[index - 1] ?? at) : 0), 0);
    expect(long).toBe((rows + columns) * contour.PITCH);
    for (const [index, at] of line.entries()) {
      const next = line[index + 1];
      if (next) expect(at.x === next.x || at.y === next.y).toBe(true);
    }
  }
});

test("taking a cell by hand takes what it needs, putting it back what needs it", () => {
  expect(contour.retaken([0, 0, 0], { row: 1, column: 1 })).toEqual([2, 2, 0]);
  expect(contour.retaken([3, 2, 2], { row: 0, column: 1 })).toEqual([1, 1, 1]);
  expect(contour.retaken([3, 2, 2], { row: 1, column: 1 })).toEqual([3, 1, 1]);
  expect(contour.retaken([1, 1, 0], { row: 2, column: 0 })).toEqual([1, 1, 1]);
});

test.each([
  [1, 1],
  [1, 5],
  [5, 1],
  [3, 4],
  [6, 6],
])("the sides of a %i x %i board of hexagons go round it once", (rows, columns) => {
  for (const flipped of [false, true]) {
    const on = hex.hexes(rows, columns, flipped);
    const [top, right, bottom, left] = (["top", "right", "bottom", "left"] as const).map((edge) => hex.along(on, edge));
    const near = (one: Point | undefined, other: Point | undefined) => {
      expect(one && other ? distance(one, other) : 99).toBeLessThan(0.01);
    };
    near(top?.at(-1), right?.[0]);
    near(right?.at(-1), bottom?.at(-1));
    near(bottom?.[0], left?.at(-1));
    near(left?.[0], top?.[0]);
    const round = [...(top ?? []), ...(right ?? []), ...(bottom ?? []).toReversed(), ...(left ?? []).toReversed()];
    const hexagon = (3 * Math.sqrt(3) * hex.SIDE ** 2) / 2;
    expect(area(round)).toBeCloseTo(rows * columns * hexagon, 3);
    const bands = hex.bands(on, hex.BAND);
    for (const at of Object.values(bands).flat()) {
      expect(at.x).toBeGreaterThan(0);
      expect(at.x).toBeLessThan(on.size.x);
      expect(at.y).toBeGreaterThan(0);
      expect(at.y).toBeLessThan(on.size.y);
    }
    // Together as wide as they are long, and the mitres where two sides meet are shared.
    const long = round.reduce((sum, at, index) => sum + distance(at, round[(index + 1) % round.length] ?? at), 0);
    const total = Object.values(bands).reduce((sum, band) => sum + area(band), 0);
    expect(Math.abs(total / (long * hex.BAND) - 1)).toBeLessThan(rows * columns === 1 ? 0.2 : 0.1);
  }
});

test("neighbours are a cell's width apart, and a turned board has the same ones", () => {
  const all = [...hex.places({ rows: 4, columns: 5 })];
  for (const flipped of [false, true]) {
    const on = hex.hexes(4, 5, flipped);
    const middles = all.map((place) => hex.middle(on, place));
    const beside = (of: number) => middles.filter((at) => Math.abs(distance(at, middles[of] ?? at) - hex.WIDTH) < 0.01).length;
    expect(all.map((_, index) => beside(index)).reduce((sum, each) => sum + each, 0)).toBe(2 * (4 * 4 + 3 * 5 + 3 * 4));
  }
});

test("between what is swept and what is not are all sides of neighbours", () => {
  const on = hex.hexes(3, 3, false);
  expect(hex.between(on, ({ row }) => row === 0)).toHaveLength(5);
  expect(hex.between(on, ({ row, column }) => row === 1 && column === 1)).toHaveLength(6);
  expect(hex.between(on, () => true)).toEqual([]);
  for (const [from, to] of hex.between(on, ({ row }) => row === 0)) expect(distance(from, to)).toBeCloseTo(hex.SIDE);
});

test("edges share out the board of dots among them", () => {
  for (const flipped of [false, true]) {
    const on = dots.dots(2, 3, flipped);
    const all = [...dots.edges({ rows: 2, columns: 3 })];
    expect(all.map(({ name }) => name)).toEqual([
      "h,0,0", "h,0,1", "h,0,2", "h,1,0", "h,1,1", "h,1,2", "h,2,0", "h,2,1", "h,2,2",
      "v,0,0", "v,0,1", "v,0,2", "v,0,3", "v,1,0", "v,1,1", "v,1,2", "v,1,3",
    ]);
    for (const edge of all) {
      expect(area(dots.reach(on, edge))).toBeCloseTo(dots.PITCH ** 2 / 2);
      for (const { x, y } of dots.reach(on, edge)) {
        expect(Math.min(x, y)).toBeGreaterThan(0);
        expect(x < on.size.x + dots.PITCH && y < on.size.y + dots.PITCH).toBe(true);
      }
    }
  }
});

test("hatching stays in its box", () => {
  const numbers = [...dots.hatching({ x: 10, y: 20 }, 64, 11).matchAll(/[ML](\S+) ([\d.]+)/g)];
  expect(numbers.length).toBe(22);
  for (const [, x, y] of numbers) {
    expect(Number(x)).toBeGreaterThanOrEqual(10);
    expect(Number(x)).toBeLessThanOrEqual(74);
    expect(Number(y)).toBeGreaterThanOrEqual(20);
    expect(Number(y)).toBeLessThanOrEqual(84);
  }
});
