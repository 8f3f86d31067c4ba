/**
 * Where things are on Hex's parallelogram: hexagons with a corner on top, each row half a cell further to the right.
 *
 * ```text
 *        0
 *     5 / \ 1      corners are counted clockwise from the top;
 *      |   |       a corner is as far from the middle as a side is long,
 *     4 \ / 2      rows are three halves of that apart
 *        3
 * ```
 */

import { cellName, type Place, type Point, turned } from "./places";

export const SIDE = 32;
export const WIDTH = Math.sqrt(3) * SIDE;
/** How wide the band along the sides of the board is. */
export const BAND = 9;

export interface Hexes {
  readonly rows: number;
  readonly columns: number;
  readonly flipped: boolean;
  readonly size: Point;
  readonly left: number;
  readonly top: number;
}

export function hexes(rows: number, columns: number, flipped: boolean): Hexes {
  const left = 14 + 8 * String(rows).length + BAND;
  const top = 24 + BAND;
  const inside = extent(rows, columns);
  return { rows, columns, flipped, left, top, size: { x: left + inside.x + BAND + 2, y: top + inside.y + BAND + 2 } };
}

function extent(rows: number, columns: number): Point {
  return { x: WIDTH * (columns + (rows - 1) / 2), y: SIDE * (1.5 * rows + 0.5) };
}

export function middle(on: Hexes, { row, column }: Place): Point {
  const at = { x: WIDTH * (column + row / 2 + 0.5), y: SIDE * (1.5 * row + 1) };
  const seen = turned(at, extent(on.rows, on.columns), on.flipped);
  return { x: on.left + seen.x, y: on.top + seen.y };
}

/** A corner of a cell, or of a smaller hexagon in it; counted as on a board that is not turned. */
export function corner(on: Hexes, place: Place, number: number, side = SIDE): Point {
  const centre = middle(on, place);
  const angle = (Math.PI / 3) * (on.flipped ? number + 3 : number);
  return { x: centre.x + side * Math.sin(angle), y: centre.y - side * Math.cos(angle) };
}

export function corners(on: Hexes, place: Place, side = SIDE): Point[] {
  return [0, 1, 2, 3, 4, 5].map((number) => corner(on, place, number, side));
}

export type Edge = "top" | "right" | "bottom" | "left";

/** The line along a side of the board. Together the four go round it once. */
export function along(on: Hexes, edge: Edge): Point[] {
  const { rows, columns } = on;
  const points: Point[] = [];
  const add = (row: number, column: number, ...numbers: number[]) => {
    for (const number of numbers) points.push(corner(on, { row, column }, number));
  };
  if (edge === "top") {
    for (let column = 0; column < columns; column += 1) add(0, column, 5, 0);
    add(0, columns - 1, 1);
  } else if (edge === "bottom") {
    for (let column = 0; column < columns; column += 1) add(rows - 1, column, 4, 3);
    add(rows - 1, columns - 1, 2);
  } else if (edge === "left") {
    add(0, 0, 5);
    for (let row = 0; row < rows; row += 1) add(row, 0, ...(row === 0 ? [4] : [5, 4]));
  } else {
    for (let row = 0; row < rows; row += 1) add(row, columns - 1, 1, 2);
  }
  return points;
}

/**
 * The band along each side of the board: the line along it and, so far further out, the same line again. Where two sides meet,
 * both bands end at the line between the two corners.
 */
export function bands(on: Hexes, width: number): Record<Edge, Point[]> {
  const lines = { top: along(on, "top"), right: along(on, "right"), bottom: along(on, "bottom"), left: along(on, "left") };
  // Once round, clockwise on a board that is not turned; and a half turn keeps that.
  const round = [...lines.top, ...lines.right, ...lines.bottom.toReversed(), ...lines.left.toReversed()];
  const outline = round.filter((at, index) => !same(at, round[(index + 1) % round.length]));
  const outer = (at: Point): Point => {
    const index = outline.findIndex((each) => same(each, at));
    const before = outline[(index + outline.length - 1) % outline.length];
    const after = outline[(index + 1) % outline.length];
    return before && after ? mitred(before, at, after, width) : at;
  };
  const band = (line: Point[]) => [...line, ...line.map(outer).toReversed()];
  return { top: band(lines.top), right: band(lines.right), bottom: band(lines.bottom), left: band(lines.left) };
}

function same(one: Point, other: Point | undefined): boolean {
  return other !== undefined && Math.abs(one.x - other.x) + Math.abs(one.y - other.y) < 0.01;
}

/** The corner of the line that runs so far to the left of another one, which turns here. */
function mitred(before: Point, at: Point, after: Point, width: number): Point {
  const normal = (from: Point, to: Point): Point => {
    const long = Math.hypot(to.x - from.x, to.y - from.y);
    return { x: (to.y - from.y) / long, y: (from.x - to.x) / long };
  };
  const [one, other] = [normal(before, at), normal(at, after)];
  const sum = { x: one.x + other.x, y: one.y + other.y };
  const stretch = (2 * width) / (sum.x * sum.x + sum.y * sum.y);
  return { x: at.x + sum.x * stretch, y: at.y + sum.y * stretch };
}

/** The neighbour across the side between each corner and the next one. */
const ACROSS: readonly (readonly [number, number])[] = [
  [-1, 1],
  [0, 1],
  [1, 0],
  [1, -1],
  [0, -1],
  [-1, 0],
];

/** The sides between the cells of a set and the other cells of the board, one after the other. */
export function between(on: Hexes, isIn: (place: Place) => boolean): (readonly [Point, Point])[] {
  const sides: (readonly [Point, Point])[] = [];
  for (const place of places(on)) {
    if (!isIn(place)) continue;
    ACROSS.forEach(([down, right], number) => {
      const beyond = { row: place.row + down, column: place.column + right };
      const off = beyond.row < 0 || beyond.row >= on.rows || beyond.column < 0 || beyond.column >= on.columns;
      if (!off && !isIn(beyond)) {
        sides.push([corner(on, place, number), corner(on, place, (number + 1) % 6)]);
      }
    });
  }
  return sides;
}

export function* places({ rows, columns }: { rows: number; columns: number }): Generator<Place & { name: string }> {
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) yield { row, column, name: cellName(row, column) };
  }
}
