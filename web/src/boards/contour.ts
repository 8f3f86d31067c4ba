/** Contour: a grid of scores, what is taken tinted by who took it, the contour as a heavy line, what can be taken lifted. */

import { signed } from "../format";
import type { ContourBoard, GameRecord, Side } from "../types";
import type { BoardEvents, BoardScene, BoardView } from "./board";
import {
  cells,
  contourLine,
  corner,
  crossing,
  type Grid,
  grid,
  isTaken,
  middle,
  PITCH,
  retaken,
  type Score,
  scoreAt,
  scoreOf,
  TOP,
} from "./contour-grid";
import { editable, editTargets, rescored } from "./contour-edit";
import { enter } from "./entry";
import { arriving, button, keyOfMoves, label, type Marks, marks, NAMES, NUMBERS, sized } from "./moves";
import { path, type Shape, shape, text } from "./paint";
import { columnName, type Place, readCell } from "./places";
import { type Brush, type KeyEntry, type Painter, Stage } from "./stage";
import { em, fitting } from "./told";

/** The most pixels to a unit: a cell is at most 288 pixels wide, in text of the usual size. */
const LARGEST = 4.5;
/** Below so many pixels a number is not drawn. */
const LEGIBLE = 6.5;

export function contourBoard(events: BoardEvents): BoardView {
  const stage: Stage = new Stage(new Contour(events, () => stage), events);
  return stage;
}

class Contour implements Painter {
  readonly name = "contour";
  readonly layers = ["ground", "taken", "scores", "contour", "moves", "marks", "preview", "names"];
  private readonly events: BoardEvents;
  private readonly stage: () => Stage;

  constructor(events: BoardEvents, stage: () => Stage) {
    this.events = events;
    this.stage = stage;
  }

  paint(scene: BoardScene, brush: Brush): void {
    const { record, flipped, edit, layers, values, best } = scene;
    const board = record.board as ContourBoard;
    const on = grid(board.rows, board.columns, flipped);
    brush.frame(on.size, LARGEST, PITCH);
    const scale = brush.scale;
    const sizes = { score: scoreSize(board, scale), name: sized(13, PITCH * 0.36, scale, NAMES) };
    brush.layer("ground").draw([board.rows, board.columns, flipped], () => ground(on));
    brush.layer("taken").draw([record, flipped, scene.last], () => taken(on, record, board, scene.last, brush.arrived));
    brush.layer("contour").draw([record, flipped], () => contour(on, board));
    const shown = marks(scene);
    brush.layer("scores").draw([record, flipped, scale, layers.sums, edit], () => {
      return scores(on, record, board, sizes.score, layers.sums, edit);
    });
    const depends = [record, flipped, scale, edit, values, best, layers.numbers, layers.heat, layers.sums];
    brush.layer("moves").draw(depends, () => {
      if (edit) return editable(on, board, sizes.score);
      return moves(scene, on, board, shown, sizes.score, scale);
    });
    brush.layer("marks").draw([scene.marked, record, flipped], () => marked(scene, on));
    brush.layer("preview").draw([record, flipped, scene.hover, scene.reply, edit], () => preview(scene, on));
    brush.layer("names").draw([board.rows, board.columns, flipped, scale], () => names(on, sizes.name, scale));
    brush.targets(() => {
      if (edit) return editTargets(on, board);
      return record.moves.flatMap((name) => {
        const place = readCell(name);
        return place ? [{ name, at: middle(on, place) }] : [];
      });
    });
    const count = board.taken.reduce((sum, row) => sum + row, 0);
    brush.describe(
      `Contour, ${board.rows} by ${board.columns}, ${record.players[record.to_move]} to move`,
      `${count} of ${board.rows * board.columns} cells taken; in each row ${board.taken.join(", ")}.`,
    );
    brush.key(key(scene));
  }

  edit(scene: BoardScene, name: string): void {
    const board = scene.record.board as ContourBoard;
    const [cell = "", score] = name.split(" ");
    const place = readCell(cell);
    if (!place) return;
    if (score !== "first" && score !== "second") {
      this.events.edit({ ...board, taken: retaken(board.taken, place) });
      return;
    }
    const on = grid(board.rows, board.columns, scene.flipped);
    const stage = this.stage();
    const label = `${scene.record.players[score]}'s score of ${cell}`;
    enter(stage.element, stage.onScreen(scoreAt(on, place, score)), label, scoreOf(board, place, score), {
      done: (points) => this.events.edit(rescored(board, score, place, points)),
      closed: () => stage.refocus(name),
    });
  }
}

function scoreSize(board: ContourBoard, scale: number): number {
  let widest = 0;
  for (const row of [...board.first, ...board.second]) {
    for (const score of row) widest = Math.max(widest, em(plain(score)));
  }
  return fitting(widest, PITCH - 14, sized(12.5, PITCH * 0.26, scale, [9.5, 30]));
}

function ground(on: Grid): Shape[] {
  const far = { x: on.columns * PITCH, y: on.rows * PITCH };
  const [x, y] = [on.left, TOP];
  const lines: string[] = [];
  for (let row = 1; row < on.rows; row += 1) lines.push(`M${x} ${y + row * PITCH}h${far.x}`);
  for (let column = 1; column < on.columns; column += 1) lines.push(`M${x + column * PITCH} ${y}v${far.y}`);
  return [
    shape("board", "rect", { class: "sheet", x, y, width: far.x, height: far.y }),
    shape("lines", "path", { class: "lines", d: lines.join("") }),
  ];
}

/** Who took which cell; those that were taken before the game began are nobody's. */
function owners(record: GameRecord): Map<string, Side> {
  return new Map(record.plies.map((ply) => [ply.move, ply.side]));
}

function taken(
  on: Grid,
  record: GameRecord,
  board: ContourBoard,
  last: string | null,
  arrived: ReadonlyMap<string, number>,
): Shape[] {
  const shapes: Shape[] = [];
  const took = owners(record);
  for (const place of cells(board.rows, board.columns)) {
    if (!isTaken(board.taken, place)) continue;
    const side = took.get(place.name);
    const { x, y } = corner(on, place);
    const at = middle(on, place);
    const inside = [
      shape("cell", "rect", { class: side ? `taken ${side}` : "taken", x: x + 0.5, y: y + 0.5, width: PITCH - 1, height: PITCH - 1 }),
    ];
    // A disc is the first side's, a ring the second's: so a tint alone never says whose it is.
    if (side) inside.push(shape("whose", "circle", { class: `whose ${side}`, cx: at.x, cy: at.y, r: 6 }));
    if (place.name === last) {
      inside.push(shape("last", "circle", { class: "last", cx: at.x, cy: at.y, r: 12 }));
    }
    shapes.push(shape(place.name, "g", { class: arriving(arrived, place.name) }, inside));
  }
  return shapes;
}

function scores(
  on: Grid,
  record: GameRecord,
  board: ContourBoard,
  size: number,
  sums: boolean,
  edit: boolean,
): Shape[] {
  const shapes: Shape[] = [];
  const took = owners(record);
  const legal = new Set(record.moves);
  const largest = sums ? largestSum(board) : 1;
  for (const place of cells(board.rows, board.columns)) {
    const [one, other] = [scoreOf(board, place, "first"), scoreOf(board, place, "second")];
    const gone = isTaken(board.taken, place);
    const side = took.get(place.name);
    // Those of moves are on their lifted cells.
    if (!gone && legal.has(place.name) && !edit) continue;
    const inside = pair(on, place, one, other, size, (score) => {
      if (gone) return side === score ? `bold ${score}-text` : "soft-text";
      return `${score}-text`;
    });
    if (sums && !gone) inside.push(...sum(on, place, one + other, largest));
    shapes.push(shape(place.name, "g", {}, inside));
  }
  return shapes;
}

function largestSum(board: ContourBoard): number {
  let most = 1;
  board.first.forEach((row, at) => {
    row.forEach((score, column) => {
      most = Math.max(most, Math.abs(score + scoreOf(board, { row: at, column }, "second")));
    });
  });
  return most;
}

/** With a minus where there is one, and no plus. */
function plain(points: number): string {
  return points < 0 ? signed(points) : String(points);
}

/** What a cell swings, in the middle of it: the larger, the heavier. */
function sum(on: Grid, place: Place, swing: number, largest: number): Shape[] {
  const at = middle(on, place);
  const part = Math.sqrt(Math.abs(swing) / largest);
  const words = plain(swing);
  const size = fitting(em(words), PITCH - 20, 12 + 10 * part);
  return [
    shape("weight", "circle", { class: "weight", cx: at.x, cy: at.y, r: Math.round(200 * part) / 10 }),
    text("sum", at, size, { class: "bold" }, words),
  ];
}

function pair(
  on: Grid,
  place: Place,
  first: number,
  second: number,
  size: number,
  style: (score: Score) => string,
): Shape[] {
  const [a, b] = [scoreAt(on, place, "first"), scoreAt(on, place, "second")];
  return [
    text("first", a, size, { class: `start ${style("first")}` }, plain(first)),
    text("second", b, size, { class: `end ${style("second")}` }, plain(second)),
  ];
}

function contour(on: Grid, board: ContourBoard): Shape[] {
  return [shape("contour", "path", { class: "contour", d: path(contourLine(on, board.taken)) })];
}

function moves(
  scene: BoardScene,
  on: Grid,
  board: ContourBoard,
  shown: Marks,
  scoreSize: number,
  scale: number,
): Shape[] {
  const size = fitting(shown.widest, PITCH - 18, sized(18, PITCH * 0.38, scale, NUMBERS));
  const { sums } = scene.layers;
  const largest = sums ? largestSum(board) : 1;
  return scene.record.moves.flatMap((name) => {
    const place = readCell(name);
    if (!place) return [];
    const mark = shown.of.get(name);
    const { x, y } = corner(on, place);
    const heat = mark?.heat ?? null;
    const ink = heat === null ? "" : `on-heat-${heat}`;
    const [one, other] = [scoreOf(board, place, "first"), scoreOf(board, place, "second")];
    const inset = (by: number, more: Record<string, string | number>) => ({
      x: x + by,
      y: y + by,
      width: PITCH - 2 * by,
      height: PITCH - 2 * by,
      rx: Math.max(7 - by + 3, 2),
      ...more,
    });
    const inside: Shape[] = [
      shape("shade", "rect", { ...inset(3, { class: "shade" }), y: y + 5 }),
      shape("face", "rect", inset(3, { class: heat === null ? "face" : `face heat-${heat}` })),
    ];
    if (mark?.best) {
      inside.push(
        shape("ring", "rect", inset(3.5, { class: "ring", "stroke-width": 3 })),
        shape("ring-inner", "rect", inset(6, { class: "ring-inner", "stroke-width": 1.75 })),
      );
    }
    inside.push(...pair(on, place, one, other, scoreSize, (score) => ink || `${score}-text`));
    if (mark?.text && size * scale >= LEGIBLE) {
      inside.push(text("value", middle(on, place), size, { class: `bold ${ink}` }, mark.text));
    } else if (sums) {
      inside.push(...sum(on, place, one + other, largest));
    }
    if (sums && mark?.text) {
      // The value has the middle: the sum is beside the second score, as large as there is room.
      const words = `Σ${plain(one + other)}`;
      const room = PITCH - 24 - em(plain(other)) * scoreSize;
      const at = { x: x + 9, y: y + PITCH - 13 };
      inside.push(text("sum", at, fitting(em(words), room, scoreSize), { class: `start bold ${ink}` }, words));
    }
    inside.push(shape("hit", "rect", { class: "hit", x, y, width: PITCH, height: PITCH, rx: 4 }));
    const players = scene.record.players;
    const told = `${label(scene, name)}; ${players.first} ${one}, ${players.second} ${other}`;
    return [button(name, told, inside)];
  });
}

function marked(scene: BoardScene, on: Grid): Shape[] {
  return (scene.marked?.names ?? []).flatMap((name) => {
    const place = readCell(name);
    if (!place) return [];
    const { x, y } = corner(on, place);
    const around = { x: x + 2, y: y + 2, width: PITCH - 4, height: PITCH - 4, rx: 6 };
    return [shape(name, "rect", { class: "marked", ...around })];
  });
}

/** The cell that is looked at as if it were taken, and the best answer. */
function preview(scene: BoardScene, on: Grid): Shape[] {
  const { record, hover, reply, edit } = scene;
  if (edit || hover === null) return [];
  const other: Side = record.to_move === "first" ? "second" : "first";
  const ghost = (name: string | null, side: Side, key: string): Shape[] => {
    const place = name === null ? null : readCell(name);
    if (!place) return [];
    const { x, y } = corner(on, place);
    const around = { x: x + 1.5, y: y + 1.5, width: PITCH - 3, height: PITCH - 3, rx: 5 };
    const inside = [shape("face", "rect", { class: `ghost ${side}`, ...around })];
    if (key === "reply") {
      const at = { x: x + PITCH / 2, y: y + PITCH };
      inside.push(
        shape("tag", "rect", { class: `tag ${side}`, x: at.x - 21, y: at.y - 8, width: 42, height: 16, rx: 8 }),
        text("word", at, 11, { class: `tag-text ${side}` }, "reply"),
      );
    } else {
      const bend = [
        crossing(on, place.row + 1, place.column),
        crossing(on, place.row + 1, place.column + 1),
        crossing(on, place.row, place.column + 1),
      ];
      inside.push(shape("bend", "path", { class: "bend", d: path(bend) }));
    }
    return [shape(key, "g", {}, inside)];
  };
  return [...ghost(hover, record.to_move, "move"), ...ghost(reply, other, "reply")];
}

function names(on: Grid, size: number, scale: number): Shape[] {
  if (size * scale < LEGIBLE) return [];
  const shapes: Shape[] = [];
  for (let row = 0; row < on.rows; row += 1) {
    const { y } = middle(on, { row, column: 0 });
    shapes.push(text(`r${row}`, { x: on.left - 8, y }, size, { class: "name end" }, String(row + 1)));
  }
  for (let column = 0; column < on.columns; column += 1) {
    const { x } = middle(on, { row: 0, column });
    shapes.push(text(`c${column}`, { x, y: TOP / 2 }, size, { class: "name" }, columnName(column)));
  }
  return shapes;
}

const around = { x: 0.5, y: 0.5, width: 15, height: 15, rx: 2 };

function key(scene: BoardScene): KeyEntry[] {
  const { record, edit } = scene;
  const players = record.players;
  const sample = (side: Side, cx: number, cy: number) => [
    shape("s", "rect", { class: "sheet", ...around }),
    shape("d", "circle", { class: `dot ${side}`, cx, cy, r: 2.75 }),
  ];
  const entries: KeyEntry[] = [
    { words: `${players.first}'s score`, width: 16, sample: sample("first", 4.5, 4.5) },
    { words: `${players.second}'s score`, width: 16, sample: sample("second", 11.5, 11.5) },
  ];
  if (edit) {
    entries.push({ words: "click a score to change it, a cell to take it or put it back", width: 0, sample: [] });
    return entries;
  }
  const whose = (side: Side): KeyEntry => ({
    words: `taken by ${players[side]}`,
    width: 16,
    sample: [
      shape("s", "rect", { class: `taken ${side}`, ...around }),
      shape("w", "circle", { class: `whose ${side}`, cx: 8, cy: 8, r: 4 }),
    ],
  });
  for (const side of ["first", "second"] as const) {
    if (record.plies.some((ply) => ply.side === side)) entries.push(whose(side));
  }
  if (scene.layers.sums) {
    const disc = shape("s", "circle", { class: "weight", cx: 8, cy: 8, r: 7 });
    entries.push({ words: "both scores added up: what taking the cell swings", width: 16, sample: [disc] });
  }
  return [...entries, ...keyOfMoves(scene, `numbers: ${players[record.to_move]}'s margin from here`)];
}
