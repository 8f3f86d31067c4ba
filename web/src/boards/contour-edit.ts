/** Contour while it is edited: each score is a field, the rest of a cell takes it or puts it back. */

import type { ContourBoard } from "../types";
import { cells, corner, type Grid, isTaken, middle, PITCH, type Score, scoreAt, scoreOf } from "./contour-grid";
import { button } from "./moves";
import { type Shape, shape } from "./paint";
import type { Place, Target } from "./places";
import { em } from "./told";

export function rescored(board: ContourBoard, score: Score, place: Place, points: number): ContourBoard {
  const rows = board[score].map((row, at) =>
    at === place.row ? row.map((had, column) => (column === place.column ? points : had)) : row,
  );
  return { ...board, [score]: rows };
}

export function editTargets(on: Grid, board: ContourBoard): Target[] {
  return [...cells(board.rows, board.columns)].flatMap((place) => [
    { name: `${place.name} first`, at: scoreAt(on, place, "first") },
    { name: place.name, at: middle(on, place) },
    { name: `${place.name} second`, at: scoreAt(on, place, "second") },
  ]);
}

export function editable(on: Grid, board: ContourBoard, size: number): Shape[] {
  return [...cells(board.rows, board.columns)].flatMap((place) => {
    const { x, y } = corner(on, place);
    const gone = isTaken(board.taken, place);
    const words = gone ? `${place.name}, taken: put back` : `${place.name}: take`;
    const hit = shape("hit", "rect", { class: "hit", x, y, width: PITCH, height: PITCH, rx: 4 });
    const high = Math.max(20, size + 6);
    const field = (score: Score) => {
      const points = scoreOf(board, place, score);
      const wide = Math.max(PITCH / 2 - 4, em(String(points)) * size + 10);
      const box =
        score === "first"
          ? { x: x + 3, y: y + 13 - high / 2 }
          : { x: x + PITCH - 3 - wide, y: y + PITCH - 13 - high / 2 };
      const around = { class: "field hit", ...box, width: wide, height: high, rx: 4 };
      const told = `${score} side's score of ${place.name}: ${points}`;
      return button(`${place.name} ${score}`, told, [shape("hit", "rect", around)], " score");
    };
    return [button(place.name, words, [hit], " cell"), field("first"), field("second")];
  });
}
