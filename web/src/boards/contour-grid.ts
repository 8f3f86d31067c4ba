/**
 * Where things are on Contour's grid.
 *
 * ```text
 *        a     b
 *     ┏━━━━━┱─────┐     a cell is 64 units wide; the gutters hold the names
 *   1 ┃ A   ┃ A   │     A, first's score, top left; B, second's, bottom right
 *     ┃   B ┃   B │     the heavy line is the contour
 *     ┡━━━━━╃─────┤
 * ```
 */

import type { ContourBoard } from "../types";
import { cellName, type Place, type Point, turned } from "./places";

export const PITCH = 64;
export const TOP = 26;
const RIGHT = 8;

export interface Grid {
  readonly rows: number;
  readonly columns: number;
  readonly flipped: boolean;
  readonly size: Point;
  readonly left: number;
}

export function grid(rows: number, columns: number, flipped: boolean): Grid {
  const left = 16 + 8 * String(rows).length;
  return { rows, columns, flipped, left, size: { x: left + columns * PITCH + RIGHT, y: TOP + rows * PITCH + RIGHT } };
}

/** A crossing of lines: row and column count lines, from 0 to as many as there are. */
export function crossing(on: Grid, row: number, column: number): Point {
  const inside = { x: on.columns * PITCH, y: on.rows * PITCH };
  const at = turned({ x: column * PITCH, y: row * PITCH }, inside, on.flipped);
  return { x: on.left + at.x, y: TOP + at.y };
}

export function middle(on: Grid, { row, column }: Place): Point {
  return crossing(on, row + 0.5, column + 0.5);
}

/** The top left corner of a cell as it is seen. */
export function corner(on: Grid, place: Place): Point {
  const { x, y } = middle(on, place);
  return { x: x - PITCH / 2, y: y - PITCH / 2 };
}

export type Score = "first" | "second";

export function scoreOf(board: ContourBoard, { row, column }: Place, score: Score): number {
  return board[score][row]?.[column] ?? 0;
}

/** Where a side's score stands in a cell: the first side's at the top left, the second's at the bottom right. */
export function scoreAt(on: Grid, place: Place, score: Score): { x: number; y: number } {
  const { x, y } = corner(on, place);
  return score === "first" ? { x: x + 9, y: y + 13 } : { x: x + PITCH - 9, y: y + PITCH - 13 };
}

/** The contour, from the bottom left corner to the top right one: a point at each bend. */
export function contourLine(on: Grid, taken: readonly number[]): Point[] {
  const points: Point[] = [];
  const add = (row: number, column: number) => {
    const at = crossing(on, row, column);
    const last = points.at(-1);
    if (last?.x !== at.x || last.y !== at.y) points.push(at);
  };
  add(on.rows, 0);
  for (let row = on.rows - 1; row >= 0; row -= 1) {
    add(row + 1, taken[row] ?? 0);
    add(row, taken[row] ?? 0);
  }
  add(0, on.columns);
  return straightened(points);
}

/** Without the points in the middle of straight stretches. */
function straightened(points: readonly Point[]): Point[] {
  return points.filter((at, index) => {
    const before = points[index - 1];
    const after = points[index + 1];
    if (!before || !after) return true;
    return !(before.x === at.x && at.x === after.x) && !(before.y === at.y && at.y === after.y);
  });
}

export function isTaken(taken: readonly number[], { row, column }: Place): boolean {
  return column < (taken[row] ?? 0);
}

/** What is taken after a cell is taken or put back by hand: whatever it needs goes with it, so that a contour stays one. */
export function retaken(taken: readonly number[], { row, column }: Place): number[] {
  const back = isTaken(taken, { row, column });
  return taken.map((had, each) => {
    if (back) return each >= row ? Math.min(had, column) : had;
    return each <= row ? Math.max(had, column + 1) : had;
  });
}

export function* cells(rows: number, columns: number): Generator<Place & { name: string }> {
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) yield { row, column, name: cellName(row, column) };
  }
}
