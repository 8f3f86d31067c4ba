/** Boards of other sizes, as plain data: what lay there stays where it fits. Whether it is a position the server says. */

import type { Board, ContourBoard, DotsBoard, HexBoard } from "../types";

function line<Item>(items: readonly Item[], length: number, filler: Item): Item[] {
  return Array.from({ length }, (_, at) => items[at] ?? filler);
}

function text(row: string | undefined, length: number, filler: string): string {
  return line([...(row ?? "")], length, filler).join("");
}

export function isContour(board: Board): board is ContourBoard {
  return "taken" in board;
}

export function isHex(board: Board): board is HexBoard {
  return "cells" in board;
}

export function resized(board: Board, rows: number, columns: number): Board {
  if (isContour(board)) {
    const scores = (of: number[][]) => Array.from({ length: rows }, (_, row) => line(of[row] ?? [], columns, 0));
    return { rows, columns, first: scores(board.first), second: scores(board.second), taken: line(board.taken, rows, 0).map((taken) => Math.min(taken, columns)) };
  }
  if (isHex(board)) return { ...board, rows, columns, cells: Array.from({ length: rows }, (_, row) => text(board.cells[row], columns, ".")) };
  return dots(board, rows, columns);
}

function dots(board: DotsBoard, rows: number, columns: number): DotsBoard {
  return {
    rows, columns,
    horizontal: Array.from({ length: rows + 1 }, (_, row) => text(board.horizontal[row], columns, "0")),
    vertical: Array.from({ length: rows }, (_, row) => text(board.vertical[row], columns + 1, "0")),
    boxes_left: rows * columns,
  };
}

/** Nothing played: no cell taken, no stone, no edge. Contour keeps its scores. */
export function cleared(board: Board): Board {
  if (isContour(board)) return { ...board, taken: board.taken.map(() => 0) };
  if (isHex(board)) return { ...board, cells: board.cells.map((row) => ".".repeat(row.length)) };
  const empty = (edges: readonly string[]) => edges.map((row) => "0".repeat(row.length));
  return { ...board, horizontal: empty(board.horizontal), vertical: empty(board.vertical), boxes_left: board.rows * board.columns };
}
