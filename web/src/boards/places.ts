/** Names of cells and edges, points in a picture, and where an arrow key leads from one of them. */

import type { ArrowKey } from "./board";

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Place {
  readonly row: number;
  readonly column: number;
}

export interface EdgePlace extends Place {
  readonly across: "h" | "v";
}

/** `a`..`z`, then `aa`, `ab`..: the columns from 0. */
export function columnName(column: number): string {
  let name = "";
  for (let rest = column + 1; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    name = String.fromCharCode(97 + ((rest - 1) % 26)) + name;
  }
  return name;
}

/** `c1` is in the first row and the third column. */
export function cellName(row: number, column: number): string {
  return `${columnName(column)}${row + 1}`;
}

export function readCell(name: string): Place | null {
  const parts = /^([a-z]+)([1-9]\d*)$/.exec(name);
  const [, letters, digits] = parts ?? [];
  if (letters === undefined || digits === undefined) return null;
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 96;
  return { row: Number(digits) - 1, column: column - 1 };
}

/** Horizontal edges are `h,row,column`, upright ones `v,row,column`, from 0. */
export function readEdge(name: string): EdgePlace | null {
  const parts = /^([hv]),(\d+),(\d+)$/.exec(name);
  const [, across, row, column] = parts ?? [];
  if ((across !== "h" && across !== "v") || row === undefined || column === undefined) return null;
  return { across, row: Number(row), column: Number(column) };
}

export function halfway(one: Point, other: Point): Point {
  return { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 };
}

export function distance(one: Point, other: Point): number {
  return Math.hypot(one.x - other.x, one.y - other.y);
}

/** Seen from the other side of the table: a half turn of a picture of this size. */
export function turned(point: Point, size: Point, flipped: boolean): Point {
  return flipped ? { x: size.x - point.x, y: size.y - point.y } : point;
}

export interface Target {
  readonly name: string;
  readonly at: Point;
}

/**
 * The target that an arrow leads to: near, and rather ahead than aside. Whoever comes from nowhere arrives at the one that is
 * nearest the top left.
 */
export function neighbour(targets: readonly Target[], from: string | null, key: ArrowKey): string | null {
  const start = from === null ? undefined : targets.find((target) => target.name === from);
  if (!start) {
    const first = least(targets, ({ at }) => at.y * 4 + at.x);
    return first?.name ?? null;
  }
  const [along, aside]: [(p: Point) => number, (p: Point) => number] =
    key === "left"
      ? [(p) => start.at.x - p.x, (p) => p.y - start.at.y]
      : key === "right"
        ? [(p) => p.x - start.at.x, (p) => p.y - start.at.y]
        : key === "up"
          ? [(p) => start.at.y - p.y, (p) => p.x - start.at.x]
          : [(p) => p.y - start.at.y, (p) => p.x - start.at.x];
  const ahead = targets.filter(({ at }) => along(at) > 0.5);
  return least(ahead, ({ at }) => along(at) + 2.5 * Math.abs(aside(at)))?.name ?? null;
}

/** The nearest target that is no further than so much. */
export function nearest(targets: readonly Target[], point: Point, within: number): string | null {
  const found = least(targets, ({ at }) => distance(at, point));
  return found && distance(found.at, point) <= within ? found.name : null;
}

function least<T>(items: readonly T[], weight: (item: T) => number): T | undefined {
  let best: T | undefined;
  let lowest = Number.POSITIVE_INFINITY;
  for (const item of items) {
    const much = weight(item);
    if (much < lowest) {
      lowest = much;
      best = item;
    }
  }
  return best;
}
