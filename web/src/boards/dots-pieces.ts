/** Chains and loops on the board: boxes tinted, a line through them, a letter with their number of boxes; junctions, too. */

import type { DotsReasons, Piece } from "../reasons/shapes";
import { boxCorner, boxMiddle, type Dots, edgeMiddle, ends, PITCH } from "./dots-grid";
import { path, type Shape, shape, text } from "./paint";
import { type Point, readCell, readEdge } from "./places";
import { em } from "./told";

/** How many colours there are for pieces, one after the other. */
export const COLOURS = 6;

/** The colour of each chain and loop, by its place among the pieces. */
export function colours(pieces: readonly Piece[]): ReadonlyMap<Piece, number> {
  const lasting = pieces.filter((piece) => piece.kind !== "to take");
  return new Map(lasting.map((piece, number) => [piece, number % COLOURS]));
}

function middles(on: Dots, names: readonly string[]): Point[] {
  return names.flatMap((name) => {
    const place = readCell(name);
    return place ? [boxMiddle(on, place)] : [];
  });
}

function squares(on: Dots, names: readonly string[]): string {
  const each = names.flatMap((name) => {
    const place = readCell(name);
    if (!place) return [];
    const { x, y } = boxCorner(on, place);
    return [`M${x} ${y}h${PITCH}v${PITCH}h${-PITCH}Z`];
  });
  return each.join("");
}

function crossed(on: Dots, names: readonly string[]): string {
  const arm = PITCH * 0.26;
  const each = middles(on, names).map(({ x, y }) => {
    return `M${x - arm} ${y - arm}L${x + arm} ${y + arm}M${x + arm} ${y - arm}L${x - arm} ${y + arm}`;
  });
  return each.join("");
}

/** From edge to edge through a chain, round a loop. */
function thread(on: Dots, piece: Piece): string {
  const points = middles(on, piece.boxes);
  if (piece.kind === "loop") return path(points, true);
  const tip = (name: string | undefined) => {
    const edge = name === undefined ? null : readEdge(name);
    return edge ? [edgeMiddle(on, edge)] : [];
  };
  return path([...tip(piece.edges[0]), ...points, ...tip(piece.edges.at(-1))]);
}

/** Under the edges: tints, threads, junctions, what is there to take. */
export function pieceShapes(on: Dots, why: DotsReasons): Shape[] {
  const shapes: Shape[] = [];
  const threads: Shape[] = [];
  for (const [piece, colour] of colours(why.pieces)) {
    shapes.push(shape(`t${piece.name}`, "path", { class: `tint tint-${colour}`, d: squares(on, piece.boxes) }));
    threads.push(shape(`l${piece.name}`, "path", { class: `thread piece-${colour}`, d: thread(on, piece) }));
  }
  shapes.push(...threads);
  const open = why.pieces.filter((piece) => piece.kind === "to take");
  open.forEach((piece, number) => {
    for (const [index, { x, y }] of middles(on, piece.boxes).entries()) {
      shapes.push(shape(`o${number} ${index}`, "circle", { class: "open", cx: x, cy: y, r: 8 }));
    }
  });
  for (const { box } of why.junctions) {
    const place = readCell(box);
    if (!place) continue;
    const { x, y } = boxMiddle(on, place);
    shapes.push(shape(`j${box}`, "path", { class: "junction", d: `M${x} ${y - 6.5}l6.5 6.5l-6.5 6.5l-6.5 -6.5Z` }));
  }
  return [...shapes, ...doubleCross(on, why)];
}

/** The best edge that hands boxes back, and the boxes that it gives up so as to keep control. */
function doubleCross(on: Dots, why: DotsReasons): Shape[] {
  const best = why.groups.find((group) => group.best && group.does === "hands back");
  if (!best) return [];
  const of = new Map(why.moves.map(({ move, piece }) => [move, piece]));
  const names = new Set(best.moves.map((move) => of.get(move)));
  const given = why.pieces.filter((piece) => names.has(piece.name) && piece.size === piece.hand_back);
  const lines = best.moves.flatMap((move) => {
    const edge = readEdge(move);
    return edge ? [path(ends(on, edge))] : [];
  });
  const boxes = given.flatMap((piece) => piece.boxes);
  return [
    shape("given", "path", { class: "given", d: crossed(on, boxes) }),
    shape("across", "path", { class: "across", d: lines.join("") }),
  ];
}

const SMALL = ["₀", "₁", "₂", "₃", "₄", "₅", "₆", "₇", "₈", "₉"];

/** A letter and how many boxes: `A₃`. */
export function called(piece: Piece): string {
  const digits = [...String(piece.size)].map((digit) => SMALL[Number(digit)] ?? digit);
  return piece.name + digits.join("");
}

/** Over the edges: the letters, on plates of their own. */
export function letterShapes(on: Dots, why: DotsReasons, size: number): Shape[] {
  return [...colours(why.pieces)].flatMap(([piece, colour]) => {
    const at = middles(on, piece.boxes)[Math.floor(piece.boxes.length / 2)];
    if (!at) return [];
    const words = called(piece);
    const wide = em(words) * size + 8;
    const high = size * 1.35;
    return [
      shape(`p${piece.name}`, "rect", {
        class: `tint-${colour}`,
        x: at.x - wide / 2,
        y: at.y - high / 2,
        width: wide,
        height: high,
        rx: 5,
      }),
      text(`n${piece.name}`, at, size, { class: `bold piece-text-${colour}` }, words),
    ];
  });
}
