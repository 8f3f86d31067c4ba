/**
 * Hex: stones, the sides that each colour joins, odds on empty cells. White's stones are white with a deep blue ring, Black's
 * dark with an amber one. Over that, if asked for: how likely cells are to decide, and what has been swept.
 */

import type { HexReasons } from "../reasons/shapes";
import type { GameRecord, HexBoard, Side } from "../types";
import type { BoardEvents, BoardScene, BoardView } from "./board";
import { BAND, bands, corners, type Edge, type Hexes, hexes, middle, places, SIDE, WIDTH } from "./hex-grid";
import { swept } from "./hex-sweep";
import { arriving, button, fresh, keyOfMoves, label, type Mark, type Marks, marks, NAMES, NUMBERS, sized } from "./moves";
import { Kept, lazy, path, type Shape, shape, text } from "./paint";
import { columnName, readCell } from "./places";
import { type Brush, type KeyEntry, type Painter, Stage } from "./stage";
import { em, fitting, percent } from "./told";

/** The most pixels to a unit: a cell is at most 250 pixels wide, in text of the usual size. */
const LARGEST = 4.5;
const LEGIBLE = 6.5;

export function hexBoard(events: BoardEvents): BoardView {
  return new Stage(new Hex(events), events);
}

class Hex implements Painter {
  readonly name = "hex";
  readonly layers = ["sides", "cells", "moves", "stones", "sweep", "marks", "preview", "names"];
  private readonly events: BoardEvents;
  private readonly kept = new Kept();
  private on = hexes(1, 1, false);

  constructor(events: BoardEvents) {
    this.events = events;
  }

  paint(scene: BoardScene, brush: Brush): void {
    const { record, flipped, edit, layers, values, best, why } = scene;
    const board = record.board as HexBoard;
    if (this.on.rows !== board.rows || this.on.columns !== board.columns || this.on.flipped !== flipped) {
      this.on = hexes(board.rows, board.columns, flipped);
    }
    const { on } = this;
    brush.frame(on.size, LARGEST, WIDTH);
    const scale = brush.scale;
    brush.layer("sides").draw([board.rows, board.columns, flipped, board.white_joins], () => sides(on, board));
    brush.layer("cells").draw([board.rows, board.columns, flipped], () => ground(on));
    const influence = layers.influence && !edit ? influences(scene) : null;
    // A number with a decimal that would be too small to read loses the decimal.
    const small = (WIDTH - 8) / em("74.3");
    const shown = lazy(() => marks(scene, small * scale >= 9 ? 1 : 0));
    const depends = [record, flipped, scale, edit, values, best, layers.numbers, layers.heat, layers.influence, why];
    brush.layer("moves").draw(depends, () => {
      return edit ? editable(on, board) : moves(scene, on, shown(), influence, scale, this.kept);
    });
    brush.layer("stones").draw([record, flipped, scene.last], () => stones(on, board, scene.last, brush.arrived));
    brush.layer("sweep").draw([scene.hood, flipped, record, edit], () => {
      return swept(on, edit ? null : fresh(scene.hood, record));
    });
    brush.layer("marks").draw([scene.marked, flipped, record], () => marked(scene, on));
    brush.layer("preview").draw([record, flipped, scene.hover, scene.reply, edit, values, best, layers.numbers], () => {
      return preview(scene, on, shown());
    });
    brush.layer("names").draw([board.rows, board.columns, flipped, scale], () => names(on, scale));
    brush.targets(() => {
      const free = [...places(board)].filter(({ row, column }) => edit || board.cells[row]?.[column] === ".");
      return free.map((place) => ({ name: place.name, at: middle(on, place) }));
    });
    brush.describe(
      `Hex, ${board.rows} by ${board.columns}, ${record.players[record.to_move]} to move`,
      described(board, record),
    );
    brush.key(key(scene, board));
  }

  /** Empty, White, Black, and empty again. */
  edit(scene: BoardScene, name: string): void {
    const board = scene.record.board as HexBoard;
    const place = readCell(name);
    if (!place) return;
    const cells = board.cells.map((row, at) => {
      if (at !== place.row) return row;
      const next = { ".": "W", W: "B", B: "." }[row[place.column] ?? "."] ?? ".";
      return row.slice(0, place.column) + next + row.slice(place.column + 1);
    });
    this.events.edit({ ...board, cells });
  }
}

const SIDE_OF = { W: "first", B: "second" } as const;

function stoneAt(board: HexBoard, row: number, column: number): Side | null {
  const cell = board.cells[row]?.[column];
  return cell === "W" || cell === "B" ? SIDE_OF[cell] : null;
}

/** A band along each side of the board: wide in the colour's accent, narrower in its own white or black. */
function sides(on: Hexes, board: HexBoard): Shape[] {
  const white: readonly Edge[] = board.white_joins.includes("top") ? ["top", "bottom"] : ["left", "right"];
  const [around, core] = [bands(on, BAND), bands(on, BAND * 0.62)];
  return (["left", "right", "top", "bottom"] as const).flatMap((edge) => {
    const side = white.includes(edge) ? "first" : "second";
    return [
      shape(`${edge} around`, "path", { class: `band ${side}`, d: path(around[edge], true) }),
      shape(`${edge} core`, "path", { class: `band-core ${side}`, d: path(core[edge], true) }),
    ];
  });
}

function ground(on: Hexes): Shape[] {
  const all = [...places(on)].map((place) => path(corners(on, place), true));
  return [shape("cells", "path", { class: "cells", d: all.join("") })];
}

/** Of the cells: how likely each is to decide, as a part of the most likely one's. */
interface Influence {
  readonly of: ReadonlyMap<string, number>;
  readonly most: number;
}

function influences(scene: BoardScene): Influence | null {
  const reasons = fresh(scene.why, scene.record)?.why as HexReasons | undefined;
  if (!reasons) return null;
  const of = new Map(
    (reasons.cells ?? []).flatMap(({ cell, pivotal }) => ("float" in pivotal ? [[cell, pivotal.float] as const] : [])),
  );
  return of.size > 0 ? { of, most: Math.max(...of.values(), 1e-9) } : null;
}

function moves(
  scene: BoardScene,
  on: Hexes,
  shown: Marks,
  influence: Influence | null,
  scale: number,
  kept: Kept,
): Shape[] {
  const room = WIDTH - 9;
  const size = fitting(shown.widest, room, sized(15.5, SIDE * 0.62, scale, NUMBERS));
  kept.begin();
  return scene.record.moves.map((name) => {
    const mark = shown.of.get(name);
    const decides = influence?.of.get(name);
    const told = label(scene, name);
    const depends = [on, size, scale, told, mark?.text, mark?.heat, mark?.best, decides, influence?.most];
    return kept.shape(name, depends, () => button(name, told, face(on, name, mark, decides, influence, size, scale)));
  });
}

function face(
  on: Hexes,
  name: string,
  mark: Mark | undefined,
  decides: number | undefined,
  influence: Influence | null,
  size: number,
  scale: number,
): Shape[] {
  const place = readCell(name);
  if (!place) return [];
  const at = middle(on, place);
  const note = Math.min(10.5, size * 0.75);
  const heat = influence ? null : (mark?.heat ?? null);
  const ink = heat === null ? "" : `on-heat-${heat}`;
  const inside: Shape[] = [
    shape("face", "path", {
      class: heat === null ? "face" : `face heat-${heat}`,
      d: path(corners(on, place, SIDE), true),
    }),
  ];
  if (influence && decides !== undefined) {
    const part = Math.sqrt(decides / influence.most);
    const r = Math.round(100 * (SIDE - 6) * part) / 100;
    inside.push(shape("decides", "circle", { class: "decides", cx: at.x, cy: at.y, r }));
  }
  if (mark?.best) {
    inside.push(
      shape("ring", "path", { class: "ring", d: path(corners(on, place, SIDE - 2.5), true), "stroke-width": 3 }),
      shape("ring-inner", "path", {
        class: "ring-inner",
        d: path(corners(on, place, SIDE - 5.25), true),
        "stroke-width": 1.75,
      }),
    );
  }
  if (mark?.text && size * scale >= LEGIBLE) {
    const noted = decides !== undefined && note * scale >= LEGIBLE;
    const up = noted ? { x: at.x, y: at.y - 6 } : at;
    inside.push(text("value", up, size, { class: `${mark.best ? "bold " : ""}${ink}` }, mark.text));
    if (noted) {
      inside.push(text("note", { x: at.x, y: at.y + 10 }, note, { class: "note" }, percent(decides)));
    }
  }
  inside.push(shape("hit", "path", { class: "hit", d: path(corners(on, place, SIDE - 1), true) }));
  return inside;
}

function stone(key: string, at: { x: number; y: number }, side: Side, more = ""): Shape {
  const r = SIDE * 0.62;
  return shape(key, "circle", { class: `stone ${side}${more}`, cx: at.x, cy: at.y, r, "stroke-width": 5 });
}

function stones(
  on: Hexes,
  board: HexBoard,
  last: string | null,
  arrived: ReadonlyMap<string, number>,
): Shape[] {
  const shapes: Shape[] = [];
  for (const place of places(board)) {
    const side = stoneAt(board, place.row, place.column);
    if (!side) continue;
    const at = middle(on, place);
    const inside = [stone("stone", at, side)];
    if (place.name === last) {
      inside.push(shape("last", "circle", { class: `last ${side}`, cx: at.x, cy: at.y, r: 6 }));
    }
    shapes.push(shape(place.name, "g", { class: arriving(arrived, place.name) }, inside));
  }
  return shapes;
}

function marked(scene: BoardScene, on: Hexes): Shape[] {
  const { marked } = scene;
  return (marked?.names ?? []).flatMap((name) => {
    const place = readCell(name);
    if (!place) return [];
    const letter = marked?.letters?.get(name);
    const inside = [shape("around", "path", { class: "marked", d: path(corners(on, place, SIDE - 3), true) })];
    if (letter) {
      const at = middle(on, place);
      inside.push(
        shape("plate", "circle", { class: "plate", cx: at.x, cy: at.y, r: 13 }),
        text("letter", at, 16, { class: "bold" }, letter),
      );
    }
    return [shape(name, "g", {}, inside)];
  });
}

/** A ghost of the stone that is thought of, and of the best answer to it. */
function preview(scene: BoardScene, on: Hexes, shown: Marks): Shape[] {
  const { record, hover, reply, edit } = scene;
  if (edit || hover === null) return [];
  const other: Side = record.to_move === "first" ? "second" : "first";
  const ghost = (name: string | null, side: Side, key: string): Shape[] => {
    const place = name === null ? null : readCell(name);
    if (!place) return [];
    const at = middle(on, place);
    const inside = [stone("stone", at, side, key === "reply" ? " ghost answer" : " ghost")];
    const told = name === null || key === "reply" ? undefined : shown.of.get(name)?.text;
    if (told) {
      const size = fitting(em(told), SIDE * 1.02, SIDE * 0.5);
      inside.push(text("value", at, size, { class: `bold on-stone ${side}` }, told));
    }
    if (key === "reply") {
      inside.push(
        shape("tag", "rect", { class: `tag ${side}`, x: at.x - 21, y: at.y + 14, width: 42, height: 16, rx: 8 }),
        text("word", { x: at.x, y: at.y + 22 }, 11, { class: `tag-text ${side}` }, "reply"),
      );
    }
    return [shape(key, "g", {}, inside)];
  };
  return [...ghost(hover, record.to_move, "move"), ...ghost(reply, other, "reply")];
}

function names(on: Hexes, scale: number): Shape[] {
  const size = sized(13, SIDE * 0.62, scale, NAMES);
  if (size * scale < LEGIBLE) return [];
  const shapes: Shape[] = [];
  for (let row = 0; row < on.rows; row += 1) {
    const at = middle(on, { row, column: on.flipped ? on.columns - 1 : 0 });
    const x = at.x - WIDTH / 2 - BAND - 6;
    shapes.push(text(`r${row}`, { x, y: at.y }, size, { class: "name end" }, String(row + 1)));
  }
  for (let column = 0; column < on.columns; column += 1) {
    const at = middle(on, { row: on.flipped ? on.rows - 1 : 0, column });
    const y = at.y - SIDE - BAND - 2 - size * 0.6;
    shapes.push(text(`c${column}`, { x: at.x, y }, size, { class: "name" }, columnName(column)));
  }
  return shapes;
}

/** Every cell, while the board is edited. */
function editable(on: Hexes, board: HexBoard): Shape[] {
  return [...places(board)].map((place) => {
    const side = stoneAt(board, place.row, place.column);
    const words = `${place.name}, ${side === "first" ? "White" : side === "second" ? "Black" : "empty"}`;
    const hit = shape("hit", "path", { class: "hit", d: path(corners(on, place, SIDE - 1), true) });
    return button(place.name, words, [hit], " cell");
  });
}

function described(board: HexBoard, record: GameRecord): string {
  const of = (side: Side) => {
    const list = [...places(board)].filter(({ row, column }) => stoneAt(board, row, column) === side);
    return `${record.players[side]} has ${list.length === 0 ? "no stone" : list.map(({ name }) => name).join(", ")}`;
  };
  return `White joins ${board.white_joins}, Black joins ${board.black_joins}. ${of("first")}; ${of("second")}.`;
}

function key(scene: BoardScene, board: HexBoard): KeyEntry[] {
  const { record, edit, layers } = scene;
  const of = (side: Side, words: string): KeyEntry => ({
    words,
    width: 16,
    sample: [shape("s", "circle", { class: `stone ${side}`, cx: 8, cy: 8, r: 6.5, "stroke-width": 2.25 })],
  });
  const entries = [of("first", `White joins ${board.white_joins}`), of("second", `Black joins ${board.black_joins}`)];
  if (edit) return [...entries, { words: "click a cell: empty, White, Black", width: 0, sample: [] }];
  const view = scene.values?.values().next().value?.value.mover;
  const meaning = `numbers: per cent for ${record.players[record.to_move]}`;
  if (view && view.certainty !== "unknown" && "float" in view) entries.push(...keyOfMoves(scene, meaning));
  else entries.push(...keyOfMoves(scene, `for ${record.players[record.to_move]}, with perfect play`));
  if (layers.influence && scene.why) {
    const disc = shape("s", "circle", { class: "decides", cx: 8, cy: 8, r: 7 });
    entries.push({ words: "how often the cell decides, in per cent below", width: 16, sample: [disc] });
  }
  return entries;
}
