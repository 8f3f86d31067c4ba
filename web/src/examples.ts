/** What each game's page shows to who comes without a position: a small one, worked, and three things to try on it. */

import type { PageGame } from "./types";

export interface Example {
  position: string;
  /** One sentence on the game. */
  about: string;
  things: string[];
}

export const EXAMPLES: Record<PageGame, Example> = {
  contour: {
    position: "4x5:5,2,6,0,1/8,1,5,9,0/8,3,0,1,6/6,1,3,1,8|6,0,9,1,3/9,0,9,9,6/0,3,0,8,2/4,6,2,8,1|3,1,1,0",
    about: "Two players take cells in turn. A cell can be taken once the cells above it and to its left are; each player scores their own number in it.",
    things: [
      "Rest on a move: the board shows it with the best reply.",
      "Press Space to play the best move, and Left to take it back.",
      "Read under Why what each move opens for the other side.",
    ],
  },
  hex: {
    position: "5x5:3B1/W2B1/5/BW3/1W3:w",
    about: "White joins top and bottom, Black joins left and right. The odds are exact for both sides filling the empty cells at random.",
    things: [
      "Rest on a cell: its odds, and the best reply to it.",
      "Press O and let both sides play perfectly: of real Hex, who wins is told.",
      "Press G and find the best move yourself before the odds are shown.",
    ],
  },
  dots: {
    position: "3x3:111111110111100000010001",
    about: "Who draws the fourth side of a box has it, and moves again. The most boxes win.",
    things: [
      "Draw the best edge with Space, and see the chain fall box by box.",
      "Read under Why which chains there are, and who is in control.",
      "Choose Play, and try to win the most boxes against exact play.",
    ],
  },
};

/** Sizes offered for a new position. */
export const SIZES: Record<PageGame, string[]> = {
  contour: ["3x3", "4x4", "5x5", "6x6", "8x8", "10x10"],
  hex: ["3x3", "4x4", "5x5", "6x6", "7x7", "9x9", "11x11"],
  dots: ["2x2", "3x3", "4x4", "4x5", "5x5"],
};
