/**
 * Where things are at Dots and Boxes: dots 64 units apart, edges between them, boxes in their midst.
 *
 * ```text
 *   •───•───•      what is nearest an edge is under the finger for it: a square on its tip,
 *   │ ╱╲│   │      from the middles of the boxes beside it to its dots
 *   •╱──╲───•
 *   │╲  ╱   │
 *   •─╲╱•───•
 * ```
 */

import { type EdgePlace, halfway, type Place, type Point, turned } from "./places";

export const PITCH = 64;
/** Room beside the board: numbers on the outermost edges reach into it. */
const MARGIN = 23;
/** From the outermost dots to the names of their rows and columns. */
export const TO_NAMES = 27;

export interface Dots {
  readonly rows: number;
  readonly columns: number;
  readonly flipped: boolean;
  readonly size: Point;
  readonly left: number;
  readonly top: number;
}

export function dots(rows: number, columns: number, flipped: boolean): Dots {
  const left = 8 * String(rows).length + TO_NAMES + 2;
  const top = TO_NAMES + 9;
  const size = { x: left + columns * PITCH + MARGIN, y: top + rows * PITCH + MARGIN - 5 };
  return { rows, columns, flipped, left, top, size };
}

/** Rows and columns of dots; halves are between them. */
export function dot(on: Dots, row: number, column: number): Point {
  const inside = { x: on.columns * PITCH, y: on.rows * PITCH };
  const at = turned({ x: column * PITCH, y: row * PITCH }, inside, on.flipped);
  return { x: on.left + at.x, y: on.top + at.y };
}

export function boxMiddle(on: Dots, { row, column }: Place): Point {
  return dot(on, row + 0.5, column + 0.5);
}

export function boxCorner(on: Dots, place: Place): Point {
  const { x, y } = boxMiddle(on, place);
  return { x: x - PITCH / 2, y: y - PITCH / 2 };
}

export function ends(on: Dots, { across, row, column }: EdgePlace): [Point, Point] {
  const far = across === "h" ? dot(on, row, column + 1) : dot(on, row + 1, column);
  return [dot(on, row, column), far];
}

export function edgeMiddle(on: Dots, edge: EdgePlace): Point {
  return halfway(...ends(on, edge));
}

/** What belongs to an edge: all that is nearer to it than to any other. */
export function reach(on: Dots, edge: EdgePlace): Point[] {
  const [from, to] = ends(on, edge);
  const at = halfway(from, to);
  const half = PITCH / 2;
  return edge.across === "h"
    ? [from, { x: at.x, y: at.y - half }, to, { x: at.x, y: at.y + half }]
    : [from, { x: at.x + half, y: at.y }, to, { x: at.x - half, y: at.y }];
}

function edgeName({ across, row, column }: EdgePlace): string {
  return `${across},${row},${column}`;
}

/** Horizontal edges row by row, then upright ones. */
export function* edges({ rows, columns }: { rows: number; columns: number }): Generator<EdgePlace & { name: string }> {
  for (const across of ["h", "v"] as const) {
    const [down, right] = across === "h" ? [rows + 1, columns] : [rows, columns + 1];
    for (let row = 0; row < down; row += 1) {
      for (let column = 0; column < right; column += 1) {
        const edge = { across, row, column };
        yield { ...edge, name: edgeName(edge) };
      }
    }
  }
}

/** The boxes whose four sides are drawn. */
export function closed(board: { horizontal: readonly string[]; vertical: readonly string[] }, place: Place): boolean {
  const { row, column } = place;
  return (
    board.horizontal[row]?.[column] === "1" &&
    board.horizontal[row + 1]?.[column] === "1" &&
    board.vertical[row]?.[column] === "1" &&
    board.vertical[row]?.[column + 1] === "1"
  );
}

/** Diagonals across a box, as far apart as said: the second side's pattern. */
export function hatching({ x, y }: Point, side: number, step: number): string {
  const lines: string[] = [];
  for (let at = step; at < 2 * side; at += step) {
    const [from, to] = [Math.min(at, side), Math.max(at - side, 0)];
    lines.push(`M${x + from} ${y + to}L${x + to} ${y + from}`);
  }
  return lines.join("");
}
