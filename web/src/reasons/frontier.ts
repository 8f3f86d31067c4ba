/** A frontier as a tiny picture: its cells, what each is joined to, and arcs between those of one group. */

import { corners, hexes, middle, SIDE } from "../boards/hex-grid";
import { path } from "../boards/paint";
import { readCell } from "../boards/places";
import { svg } from "../dom";
import type { Frontier, FrontierCell } from "./shapes";

const COLOURS = 6;

/** What a cell is called: `s` if it is joined to the start, a letter a group, nothing if it does not matter. */
export function letter({ state, group }: FrontierCell): string {
  if (state === "start") return "s";
  return state === "group" ? String.fromCharCode(64 + (((group ?? 1) - 1) % 26) + 1) : "";
}

/** In words: `a3 joined to the start; b3 and d2 joined`. */
export function spoken({ cells }: Frontier): string {
  const groups = new Map<string, string[]>();
  for (const cell of cells) {
    const of = letter(cell);
    if (of !== "") groups.set(of, [...(groups.get(of) ?? []), cell.cell]);
  }
  const told = [...groups].map(([of, names]) => {
    const list = names.join(", ");
    return of === "s" ? `${list} joined to the start` : names.length > 1 ? `${list} joined to each other` : `${list} alone`;
  });
  return told.join("; ") || "nothing that matters";
}

export function picture(frontier: Frontier, rows: number, columns: number): SVGElement {
  const on = hexes(rows, columns, false);
  const cells = frontier.cells.flatMap((cell) => {
    const place = readCell(cell.cell);
    return place ? [{ cell, place, at: middle(on, place) }] : [];
  });
  const [xs, ys] = [cells.map(({ at }) => at.x), cells.map(({ at }) => at.y)];
  const joined = arcs(cells);
  const [left, top] = [Math.min(...xs) - SIDE, Math.min(...ys) - SIDE - (joined.length > 0 ? 10 : 0)];
  const [width, height] = [Math.max(...xs) + SIDE - left, Math.max(...ys) + SIDE + 2 - top];
  const shapes: SVGElement[] = [];
  for (const { cell, place, at } of cells) {
    const kind = cell.state === "group" ? `group piece-fill-${((cell.group ?? 1) - 1) % COLOURS}` : cell.state;
    shapes.push(svg("path", { class: `frontier-cell ${kind}`, d: path(corners(on, place, SIDE - 1), true) }));
    const of = letter(cell);
    if (of !== "") {
      const text = svg("text", { x: at.x, y: at.y + 8, class: `frontier-letter ${kind}` });
      text.textContent = of;
      shapes.push(text);
    }
  }
  shapes.push(...joined);
  return svg(
    "svg",
    { class: "frontier-picture", viewBox: `${left} ${top} ${width} ${height}`, "aria-hidden": "true" },
    ...shapes,
  );
}

/** From each cell of a group to the next one that is not beside it. */
function arcs(cells: readonly { cell: FrontierCell; at: { x: number; y: number } }[]): SVGElement[] {
  const last = new Map<string, { index: number; at: { x: number; y: number } }>();
  const found: SVGElement[] = [];
  cells.forEach(({ cell, at }, index) => {
    const of = letter(cell);
    if (of === "" || of === "s") return;
    const before = last.get(of);
    if (before && index - before.index > 1) {
      const high = Math.min(at.y, before.at.y) - SIDE - 12;
      const colour = ((cell.group ?? 1) - 1) % COLOURS;
      const d = `M${before.at.x} ${before.at.y - SIDE * 0.6}Q${(at.x + before.at.x) / 2} ${high} ${at.x} ${at.y - SIDE * 0.6}`;
      found.push(svg("path", { class: `frontier-arc piece-line-${colour}`, d }));
    }
    last.set(of, { index, at });
  });
  return found;
}
