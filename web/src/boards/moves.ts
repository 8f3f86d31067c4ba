/** How a move is told on any board: its shape, its number, how warm it is, whether it is ringed. */

import type { GameRecord, MoveAnswer } from "../types";
import type { BoardScene } from "./board";
import { furthest, heat } from "./heat";
import { type Shape, shape } from "./paint";
import type { KeyEntry } from "./stage";
import { behind, em, spoken, value } from "./told";

export interface Mark {
  readonly text: string;
  /** Null where it is not known, or not to be shown. */
  readonly heat: number | null;
  readonly best: boolean;
}

/** The marks of all moves, and how wide the widest number is. */
export interface Marks {
  readonly of: ReadonlyMap<string, Mark>;
  readonly widest: number;
}

export const NO_MARKS: Marks = { of: new Map(), widest: 0 };

export function marks(scene: BoardScene, decimals = 1): Marks {
  const { values, layers } = scene;
  if (!values || scene.edit) return NO_MARKS;
  const most = furthest(values.values());
  const of = new Map<string, Mark>();
  let widest = 0;
  for (const [name, move] of values) {
    const text = layers.numbers ? value(move.value.mover, decimals) : "";
    widest = Math.max(widest, em(text));
    of.set(name, { text, heat: layers.heat ? heat(move, most) : null, best: scene.best && move.best });
  }
  return { of, widest };
}

/**
 * The size of a text that grows with its board, but stays within so many pixels: small boards can be read, and large ones do not
 * shout. No larger than there is room for.
 */
export function sized(usual: number, room: number, scale: number, [least, most]: readonly [number, number]): number {
  return Math.min(room, Math.max(least, Math.min(usual * scale, most)) / scale);
}

export const NAMES = [10, 24] as const;
export const NUMBERS = [11.5, 54] as const;

/** A move as a button. */
export function button(name: string, label: string, inside: readonly Shape[], more = ""): Shape {
  const attributes = {
    class: `move${more}`,
    role: "button",
    tabindex: -1,
    "aria-label": label,
    "data-move": name,
  };
  return shape(name, "g", attributes, inside);
}

/** An answer, if it is this position's. */
export function fresh<Answer extends { position: string }>(answer: Answer | null, record: GameRecord): Answer | null {
  return answer?.position === record.position ? answer : null;
}

/** The class of what may arrive with a little motion: a chain that is taken at one go fills box by box. */
export function arriving(arrived: ReadonlyMap<string, number>, name: string): string | undefined {
  const order = arrived.get(name);
  return order === undefined ? undefined : `arriving after-${Math.min(order, 4)}`;
}

export function label(scene: BoardScene, name: string): string {
  return spoken(name, scene.values?.get(name));
}

/** What the key says of numbers, rings and heat. */
export function keyOfMoves(scene: BoardScene, meaning: string): KeyEntry[] {
  const { values, layers, edit } = scene;
  if (!values || edit || values.size === 0) return [];
  const entries: KeyEntry[] = [];
  if (layers.numbers) entries.push({ words: meaning, width: 0, sample: [] });
  const moves = [...values.values()];
  if (scene.best && moves.some(({ best }) => best)) entries.push({ words: "best", width: 16, sample: ringed });
  const far = last(moves);
  if (layers.heat && far) entries.push({ words: `0 to ${far} behind`, width: 8 * 9, sample: ramp });
  return entries;
}

function last(moves: readonly MoveAnswer[]): string | null {
  let most: MoveAnswer["behind"];
  let length = 0;
  for (const move of moves) {
    if (move.best || !move.behind || "outcome" in move.behind) continue;
    const far = "margin" in move.behind ? Math.abs(move.behind.margin) : Math.abs(move.behind.float);
    if (far > length) {
      length = far;
      most = move.behind;
    }
  }
  return most ? behind(most) : null;
}

const ringed: readonly Shape[] = [
  shape("r", "rect", { x: 1, y: 1, width: 14, height: 14, rx: 4, class: "ring heat-0", "stroke-width": 2 }),
  shape("i", "rect", { x: 3, y: 3, width: 10, height: 10, rx: 2, class: "ring-inner", "stroke-width": 1.2 }),
];

const ramp: readonly Shape[] = [
  ...Array.from({ length: 8 }, (_, step) =>
    shape(`h${step}`, "rect", { x: step * 9, y: 2, width: 9, height: 12, class: `heat-${step}` }),
  ),
  shape("o", "rect", { x: 0, y: 2, width: 72, height: 12, class: "outline" }),
];
