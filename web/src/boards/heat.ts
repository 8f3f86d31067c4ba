/**
 * How far a move is behind the best, in eight steps of even lightness: 0 is best and stands out most from the ground, 7 is the
 * furthest. The colours are in `inks.css`, and the test reads them there. Hue says nothing: the best moves have a ring, too.
 */

import type { Amount, MoveAnswer } from "../types";

export const LEVELS = 8;

/** An amount as a length: points, or a probability; what only wins or loses is all or nothing. */
export function size(amount: Amount): number {
  if ("margin" in amount) return Math.abs(amount.margin);
  if ("float" in amount) return Math.abs(amount.float);
  return amount.outcome === "loss" ? 1 : 0;
}

export function level(part: number): number {
  return Math.round(Math.min(Math.max(part, 0), 1) * (LEVELS - 1));
}

/** The furthest that any of the moves is behind. */
export function furthest(moves: Iterable<MoveAnswer>): number {
  let most = 0;
  for (const { best, behind } of moves) {
    if (behind && !best) most = Math.max(most, size(behind));
  }
  return most;
}

/** The step of a move; null where it is not known how far it is behind. */
export function heat(move: MoveAnswer, most: number): number | null {
  if (move.best) return 0;
  if (!move.behind) return null;
  // What is behind at all does not look like what is best.
  return Math.max(level(most > 0 ? size(move.behind) / most : 0), size(move.behind) > 0 ? 1 : 0);
}
