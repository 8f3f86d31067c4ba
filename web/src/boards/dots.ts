/** Dots and Boxes: drawn edges strong, undrawn ones faint and easy to hit, boxes filled by their owner, chains and loops. */

import type { DotsReasons } from "../reasons/shapes";
import type { DotsBoard, GameRecord, Side } from "../types";
import type { BoardEvents, BoardScene, BoardView } from "./board";
import {
  boxCorner,
  boxMiddle,
  closed,
  type Dots,
  dot,
  dots,
  edgeMiddle,
  edges,
  ends,
  hatching,
  PITCH,
  reach,
  TO_NAMES,
} from "./dots-grid";
import { letterShapes, pieceShapes } from "./dots-pieces";
import { arriving, button, fresh, keyOfMoves, label, type Mark, type Marks, marks, NAMES, NUMBERS, sized } from "./moves";
import { Kept, lazy, path, type Shape, shape, text } from "./paint";
import { cellName, type EdgePlace, type Point, readCell, readEdge } from "./places";
import { type Brush, type KeyEntry, type Painter, Stage } from "./stage";
import { em, fitting } from "./told";

/** The most pixels to a unit: dots are at most 288 pixels apart, in text of the usual size. */
const LARGEST = 4.5;
const LEGIBLE = 6.5;

export function dotsBoard(events: BoardEvents): BoardView {
  return new Stage(new DotsAndBoxes(events), events);
}

class DotsAndBoxes implements Painter {
  readonly name = "dots";
  readonly layers = [
    "sheet",
    "boxes",
    "undrawn",
    "pieces",
    "drawn",
    "dots",
    "letters",
    "moves",
    "marks",
    "preview",
    "names",
  ];
  private readonly events: BoardEvents;
  private readonly kept = new Kept();
  private on = dots(1, 1, false);

  constructor(events: BoardEvents) {
    this.events = events;
  }

  paint(scene: BoardScene, brush: Brush): void {
    const { record, flipped, edit, layers, values, best } = scene;
    const board = record.board as DotsBoard;
    if (this.on.rows !== board.rows || this.on.columns !== board.columns || this.on.flipped !== flipped) {
      this.on = dots(board.rows, board.columns, flipped);
    }
    const { on } = this;
    brush.frame(on.size, LARGEST, PITCH * 0.7);
    const scale = brush.scale;
    const still = [board.rows, board.columns, flipped];
    const pieces = layers.pieces && !edit ? reasons(scene) : null;
    const initials = initialsOf(record);
    brush.layer("sheet").draw(still, () => sheet(on));
    brush.layer("boxes").draw([record, flipped], () => boxes(on, board, record, initials, brush.arrived));
    brush.layer("undrawn").draw([record, flipped], () => undrawn(on, board));
    brush.layer("pieces").draw([pieces, flipped], () => (pieces ? pieceShapes(on, pieces) : []));
    brush.layer("drawn").draw([record, flipped, scene.last], () => drawn(on, board, record, scene.last));
    brush.layer("dots").draw(still, () => allDots(on));
    const letter = sized(14.5, PITCH * 0.36, scale, NUMBERS);
    const lettered = pieces && letter * scale >= LEGIBLE ? pieces : null;
    brush.layer("letters").draw([lettered, flipped, letter], () => (lettered ? letterShapes(on, lettered, letter) : []));
    const shown = lazy(() => marks(scene));
    brush.layer("moves").draw([record, flipped, scale, edit, values, best, layers.numbers, layers.heat], () => {
      return edit ? editable(on, board) : moves(scene, on, shown(), scale, this.kept);
    });
    brush.layer("marks").draw([scene.marked, flipped, record], () => marked(scene, on));
    brush.layer("preview").draw([record, flipped, scene.hover, scene.reply, edit, values, best, layers.numbers, layers.heat, scale], () => {
      return preview(scene, on, shown, scale);
    });
    brush.layer("names").draw([...still, scale], () => names(on, scale));
    brush.targets(() => {
      const places = edit ? [...edges(board)] : record.moves.flatMap((name) => namedEdge(name));
      return places.map((edge) => ({ name: edge.name, at: edgeMiddle(on, edge) }));
    });
    const { players, points } = record;
    brush.describe(
      `Dots and Boxes, ${board.rows} by ${board.columns} boxes, ${players[record.to_move]} to move`,
      `${board.boxes_left} of ${board.rows * board.columns} boxes left; ${players.first} has ${points.first}, ${players.second} ${points.second}.`,
    );
    brush.key(key(scene, pieces));
  }

  edit(scene: BoardScene, name: string): void {
    const board = scene.record.board as DotsBoard;
    const edge = readEdge(name);
    if (!edge) return;
    const turn = (rows: readonly string[]) =>
      rows.map((row, at) => {
        if (at !== edge.row) return row;
        const now = row[edge.column] === "1" ? "0" : "1";
        return row.slice(0, edge.column) + now + row.slice(edge.column + 1);
      });
    this.events.edit(
      edge.across === "h"
        ? { ...board, horizontal: turn(board.horizontal) }
        : { ...board, vertical: turn(board.vertical) },
    );
  }
}

function namedEdge(name: string): (EdgePlace & { name: string })[] {
  const edge = readEdge(name);
  return edge ? [{ ...edge, name }] : [];
}

/** The reasons, if they are this position's. */
function reasons(scene: BoardScene): DotsReasons | null {
  return (fresh(scene.why, scene.record)?.why as DotsReasons | undefined) ?? null;
}

function initialsOf({ players }: GameRecord): Record<Side, string> {
  const [one, other] = [players.first, players.second].map((name) => (name[0] ?? "?").toUpperCase());
  if (one === undefined || other === undefined || one === other) return { first: "1", second: "2" };
  return { first: one, second: other };
}

function sheet(on: Dots): Shape[] {
  const { left: x, top: y } = on;
  return [shape("sheet", "rect", { class: "sheet", x, y, width: on.columns * PITCH, height: on.rows * PITCH })];
}

function boxes(
  on: Dots,
  board: DotsBoard,
  record: GameRecord,
  initials: Record<Side, string>,
  arrived: ReadonlyMap<string, number>,
): Shape[] {
  const owner = new Map(record.plies.flatMap(({ side, takes }) => (takes ?? []).map((box) => [box, side] as const)));
  const shapes: Shape[] = [];
  for (let row = 0; row < board.rows; row += 1) {
    for (let column = 0; column < board.columns; column += 1) {
      const place = { row, column };
      if (!closed(board, place)) continue;
      const name = cellName(row, column);
      const { x, y } = boxCorner(on, place);
      const side = owner.get(name);
      const square = { x, y, width: PITCH, height: PITCH };
      const inside = [shape("fill", "rect", { class: side ? `box ${side}` : "box", ...square })];
      if (!side) {
        const at = boxMiddle(on, place);
        inside.push(shape("dot", "rect", { class: "nobody", x: at.x - 5, y: at.y - 5, width: 10, height: 10, rx: 1.5 }));
      } else {
        if (side === "second") {
          inside.push(shape("hatch", "path", { class: "hatch", d: hatching({ x, y }, PITCH, 11) }));
          const at = boxMiddle(on, place);
          inside.push(shape("plate", "circle", { class: "box second", cx: at.x, cy: at.y, r: 15 }));
        }
        inside.push(text("whose", boxMiddle(on, place), 25, { class: `bold ${side}-text` }, initials[side]));
      }
      shapes.push(shape(name, "g", { class: arriving(arrived, name) }, inside));
    }
  }
  return shapes;
}

function isDrawn(board: DotsBoard, { across, row, column }: EdgePlace): boolean {
  return (across === "h" ? board.horizontal : board.vertical)[row]?.[column] === "1";
}

function undrawn(on: Dots, board: DotsBoard): Shape[] {
  const lines = [...edges(board)].filter((edge) => !isDrawn(board, edge)).map((edge) => path(ends(on, edge)));
  return [shape("undrawn", "path", { class: "undrawn", d: lines.join("") })];
}

function drawn(on: Dots, board: DotsBoard, record: GameRecord, last: string | null): Shape[] {
  const lines = [...edges(board)].filter((edge) => isDrawn(board, edge)).map((edge) => path(ends(on, edge)));
  const shapes = [shape("drawn", "path", { class: "drawn", d: lines.join("") })];
  const edge = last === null ? null : readEdge(last);
  const side = record.plies.at(-1)?.side;
  if (edge && side) shapes.push(shape("last", "path", { class: `last ${side}`, d: path(ends(on, edge)) }));
  return shapes;
}

function allDots(on: Dots): Shape[] {
  const shapes: Shape[] = [];
  for (let row = 0; row <= on.rows; row += 1) {
    for (let column = 0; column <= on.columns; column += 1) {
      const { x, y } = dot(on, row, column);
      shapes.push(shape(`${row},${column}`, "circle", { class: "dot", cx: x, cy: y, r: 4.5 }));
    }
  }
  return shapes;
}

/** How large the numbers are, all of them alike. */
function numberSize(shown: Marks, scale: number): number {
  return fitting(shown.widest, PITCH * 0.5, sized(14, PITCH * 0.3, scale, NUMBERS));
}

function moves(scene: BoardScene, on: Dots, shown: Marks, scale: number, kept: Kept): Shape[] {
  const size = numberSize(shown, scale);
  const numbers = size * scale >= LEGIBLE;
  kept.begin();
  return scene.record.moves.map((name) => {
    const mark = shown.of.get(name);
    const told = label(scene, name);
    const depends = [on, size, numbers, told, mark?.text, mark?.heat, mark?.best];
    return kept.shape(name, depends, () => button(name, told, line(on, name, mark, numbers ? size : null)));
  });
}

/** An edge that can be drawn, with what is said of it: a number of some size, if there is room. */
function line(on: Dots, name: string, mark: Mark | undefined, size: number | null): Shape[] {
  const edge = readEdge(name);
  if (!edge) return [];
  const [from, to] = ends(on, edge);
  const inside: Shape[] = [shape("guide", "path", { class: "guide", d: path([from, to]) })];
  if (mark) inside.push(...(mark.text && size !== null ? pill(mark, edgeMiddle(on, edge), size) : bar(mark, from, to)));
  inside.push(shape("hit", "path", { class: "hit", d: path(reach(on, edge), true) }));
  return inside;
}

/** A number on a plate; ringed if the move is best. */
function pill(mark: Mark, at: Point, size: number): Shape[] {
  const [wide, high] = [em(mark.text) * size + 11, size * 1.55];
  const plate = (key: string, more: number, attributes: Record<string, string | number>) =>
    shape(key, "rect", {
      x: at.x - wide / 2 - more,
      y: at.y - high / 2 - more,
      width: wide + 2 * more,
      height: high + 2 * more,
      rx: high / 2 + more,
      ...attributes,
    });
  const fill = mark.heat === null ? "plate" : `plate heat-${mark.heat}`;
  const number = text("value", at, size, { class: mark.heat === null ? "bold" : `bold on-heat-${mark.heat}` }, mark.text);
  if (!mark.best) return [plate("halo", 1.5, { class: "halo" }), plate("plate", 0, { class: fill }), number];
  return [plate("ring", 2.75, { class: "ring best" }), plate("plate", 0, { class: fill }), number];
}

/** Where no number stands: the warmth of a move along its edge. */
function bar(mark: Mark, from: Point, to: Point): Shape[] {
  if (mark.heat === null && !mark.best) return [];
  const shapes: Shape[] = [];
  const within = 0.2;
  const ends = [
    { x: from.x + (to.x - from.x) * within, y: from.y + (to.y - from.y) * within },
    { x: to.x + (from.x - to.x) * within, y: to.y + (from.y - to.y) * within },
  ];
  const d = path(ends);
  if (mark.best) {
    shapes.push(
      shape("ring", "path", { class: "bar-ring", d, "stroke-width": 19 }),
      shape("ring-inner", "path", { class: "bar-inner", d, "stroke-width": 14 }),
    );
  }
  if (mark.heat !== null) {
    shapes.push(shape("bar", "path", { class: `bar bar-${mark.heat}`, d, "stroke-width": 9.5 }));
  }
  return shapes;
}

/** Boxes or edges that a term of the reasons stands for. */
function marked(scene: BoardScene, on: Dots): Shape[] {
  return (scene.marked?.names ?? []).flatMap((name) => {
    const box = readCell(name);
    if (box) {
      const { x, y } = boxCorner(on, box);
      const around = { x: x + 5, y: y + 5, width: PITCH - 10, height: PITCH - 10, rx: 6 };
      return [shape(name, "rect", { class: "marked", ...around })];
    }
    const edge = readEdge(name);
    return edge ? [shape(name, "path", { class: "marked edge", d: path(ends(on, edge)) })] : [];
  });
}

function preview(scene: BoardScene, on: Dots, shown: () => Marks, scale: number): Shape[] {
  const { record, hover, reply, edit, values } = scene;
  if (edit || hover === null) return [];
  const ghost = (name: string | null, side: Side, key: string): Shape[] => {
    const edge = name === null ? null : readEdge(name);
    if (!edge) return [];
    const d = path(ends(on, edge));
    const inside = [shape("line", "path", { class: `ghost ${side} ${key}`, d })];
    if (key === "reply") {
      const { x, y } = edgeMiddle(on, edge);
      inside.push(
        shape("tag", "rect", { class: `tag ${side}`, x: x - 21, y: y - 8, width: 42, height: 16, rx: 8 }),
        text("word", { x, y }, 11, { class: `tag-text ${side}` }, "reply"),
      );
    } else {
      // The number stays in sight over the line that would be drawn.
      const mark = shown().of.get(hover);
      if (mark?.text && values) inside.push(...pill(mark, edgeMiddle(on, edge), Math.max(14, numberSize(shown(), scale))));
    }
    return [shape(key, "g", {}, inside)];
  };
  return [...ghost(hover, record.to_move, "move"), ...ghost(reply, replies(reasons(scene), hover, record.to_move), "reply")];
}

/** Who plays after a move: whoever closes a box moves again. The reasons say whether it does. */
function replies(reasons: DotsReasons | null, move: string, mover: Side): Side {
  const at = reasons?.moves.find((each) => each.move === move)?.group;
  const closes = at === undefined ? 0 : (reasons?.groups[at]?.closes ?? 0);
  const other: Side = mover === "first" ? "second" : "first";
  return closes > 0 ? mover : other;
}

function names(on: Dots, scale: number): Shape[] {
  const size = sized(13, PITCH * 0.34, scale, NAMES);
  if (size * scale < LEGIBLE) return [];
  const shapes: Shape[] = [];
  for (let row = 0; row <= on.rows; row += 1) {
    const { y } = dot(on, row, 0);
    shapes.push(text(`r${row}`, { x: on.left - TO_NAMES, y }, size, { class: "name end" }, String(row)));
  }
  for (let column = 0; column <= on.columns; column += 1) {
    const { x } = dot(on, 0, column);
    shapes.push(text(`c${column}`, { x, y: on.top - TO_NAMES }, size, { class: "name" }, String(column)));
  }
  return shapes;
}

function editable(on: Dots, board: DotsBoard): Shape[] {
  return [...edges(board)].map((edge) => {
    const words = `${edge.name}, ${isDrawn(board, edge) ? "drawn" : "not drawn"}`;
    const inside = [
      shape("guide", "path", { class: "guide", d: path(ends(on, edge)) }),
      shape("hit", "path", { class: "hit", d: path(reach(on, edge), true) }),
    ];
    return button(edge.name, words, inside, " cell");
  });
}

function key(scene: BoardScene, pieces: DotsReasons | null): KeyEntry[] {
  const { record, edit } = scene;
  if (edit) return [{ words: "click an edge to draw it or to take it away", width: 0, sample: [] }];
  const entries: KeyEntry[] = [];
  const square = { x: 0.5, y: 0.5, width: 15, height: 15 };
  for (const side of ["first", "second"] as const) {
    if (!record.plies.some((ply) => ply.side === side && ply.takes?.length)) continue;
    const sample = [shape("b", "rect", { class: `box ${side}`, ...square })];
    if (side === "second") sample.push(shape("h", "path", { class: "hatch", d: hatching({ x: 0.5, y: 0.5 }, 15, 5) }));
    entries.push({ words: `${record.players[side]}'s`, width: 16, sample });
  }
  if (pieces?.pieces.some((piece) => piece.kind === "to take")) {
    const ring = shape("o", "circle", { class: "open", cx: 8, cy: 8, r: 5.5 });
    entries.push({ words: "can be taken now", width: 16, sample: [ring] });
  }
  if (pieces?.pieces.some((piece) => piece.kind !== "to take")) {
    const sample = [
      shape("t", "rect", { class: "tint-0", x: 0, y: 0, width: 34, height: 16, rx: 2 }),
      shape("l", "path", { class: "thread piece-0", d: "M2 8H10M24 8H32" }),
      text("a", { x: 17, y: 8 }, 11, { class: "bold piece-text-0" }, "A₃"),
    ];
    entries.push({ words: "chain or loop, and its boxes", width: 34, sample });
  }
  if (pieces?.junctions.length) {
    entries.push({
      words: "junction",
      width: 14,
      sample: [shape("j", "path", { class: "junction", d: "M7 1.5l6.5 6.5l-6.5 6.5l-6.5 -6.5Z" })],
    });
  }
  if (pieces?.groups.some((group) => group.best && group.does === "hands back")) {
    const sample = [shape("g", "path", { class: "given", d: "M2 2L14 14M14 2L2 14" })];
    entries.push({ words: "handed back, to keep control", width: 16, sample });
  }
  return [...entries, ...keyOfMoves(scene, `numbers: ${record.players[record.to_move]}'s margin from here`)];
}
