/** The board of a game. */

import type { GameName } from "../types";
import type { BoardEvents, BoardView } from "./board";
import { contourBoard } from "./contour";
import { dotsBoard } from "./dots";
import { hexBoard } from "./hex";
import "./board.css";
import "./contour.css";
import "./dots.css";
import "./hex.css";

export function board(game: GameName, events: BoardEvents): BoardView {
  switch (game) {
    case "contour":
      return contourBoard(events);
    case "hex":
    case "hex-perfect":
      return hexBoard(events);
    case "dots":
      return dotsBoard(events);
    case "contour-poset":
    case "dots-coins":
      throw new Error(`${game} is not played on a board`);
  }
}
