/** What the panels of reasons are to the frame: an element, filled anew for each answer. */

import type { Marked } from "../boards/board";
import type { GameRecord, HoodAnswer, WhyAnswer } from "../types";

export interface ReasonsEvents {
  /** A move named in a reason is looked at, or no longer. */
  hover(move: string | null): void;
  play(move: string): void;
  /** Under the hood: what is kept after this cell is asked for (Hex). */
  after(cell: string): void;
  /** A term is looked at that stands for places on the board, or no longer: `BoardScene.marked`. */
  mark?(marked: Marked | null): void;
}

export interface ReasonsPanel<Answer> {
  readonly element: HTMLElement;
  /** Null: nothing known yet, or hidden while the player guesses. */
  draw(answer: Answer | null, record: GameRecord): void;
}

export type WhyPanel = ReasonsPanel<WhyAnswer>;
export type HoodPanel = ReasonsPanel<HoodAnswer>;
