/** What every board on the page can do: draw a scene, and say what the player did on it. */

import type { GameRecord, HoodAnswer, MoveAnswer, WhyAnswer } from "../types";

export interface BoardView {
  readonly element: HTMLElement;
  draw(scene: BoardScene): void;
  /** The move that an arrow key leads to; from null, where the keyboard enters the board. */
  step(from: string | null, key: ArrowKey): string | null;
}

export type ArrowKey = "up" | "down" | "left" | "right";

export interface Layers {
  /** Each move's value as a number. */
  numbers: boolean;
  /** Each move tinted by how far it is behind the best. */
  heat: boolean;
  /** Hex: how likely each cell is to decide. */
  influence: boolean;
  /** Dots and Boxes: chains and loops. */
  pieces: boolean;
  /** Contour: both scores of a cell added up. */
  sums: boolean;
}

export interface BoardScene {
  record: GameRecord;
  /** By move; null: none yet, or hidden while the player guesses. */
  values: ReadonlyMap<string, MoveAnswer> | null;
  /** Whether the best moves are ringed. */
  best: boolean;
  /** The move that led here. */
  last: string | null;
  focus: string | null;
  /** The move that is looked at, and the best reply to it. */
  hover: string | null;
  reply: string | null;
  edit: boolean;
  flipped: boolean;
  layers: Layers;
  why: WhyAnswer | null;
  hood: HoodAnswer | null;
  /** What a term in the reasons stands for, while it is looked at. */
  marked?: Marked | null;
}

/** Cells, boxes or edges by their names; at Hex also what the cells of a frontier mean. */
export interface Marked {
  readonly names: readonly string[];
  /** By cell: a letter a group, or what else it is. */
  readonly letters?: ReadonlyMap<string, string>;
}

export interface BoardEvents {
  play(move: string): void;
  hover(move: string | null): void;
  focus(move: string | null): void;
  /** A board object as `show` has it, changed by the player. */
  edit(board: unknown): void;
}
