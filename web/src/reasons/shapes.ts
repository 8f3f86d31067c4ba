/** The reasons and what is kept, as each game's JSON has them (FORMATS.md). */

import type { Amount, LinePly } from "../types";

/** A cell and its swing. */
export interface Weighed {
  name: string;
  swing: number;
}

export interface ContourMoveReasons {
  move: string;
  own: number;
  other: number;
  swing: number;
  /** What is left to be won after the move, as the other side sees it. */
  leaves?: number;
  /** Twice what it loses against the first of the moves. */
  loss?: { short: number; more: number };
  forced: boolean;
  opens: Weighed[];
  larger?: Weighed;
  reply?: LinePly;
}

export interface ContourReasons {
  says?: string[];
  /** The value is half of lead and rest. */
  lead: number;
  rest?: number;
  lemma: { forced: string[]; covered?: Weighed };
  closed_form: { applies: boolean; rest?: number; rises?: [Weighed, Weighed] };
  /** From the bottom left, `U` up and `R` to the right. */
  contour: string;
  moves: ContourMoveReasons[];
}

export interface HexReasons {
  says?: string[];
  sweep: string;
  /** Before each row of the sweep. */
  frontiers: number[];
  cells: { cell: string; pivotal: Amount; gain: { float: number; numerator: string; denominator: string } }[];
}

export interface Control {
  ones: number;
  twos: number;
  chains: number;
  loops: number;
  fcv: number;
  tb: number;
  c: number;
  long: number;
  v: number;
  clause: string;
}

export interface Offer {
  boxes: number;
  hand_back: number;
  rest?: number;
  take_all?: number;
  handing_back?: number;
  better?: string;
}

export interface Piece {
  name: string;
  kind: "to take" | "chain" | "loop" | "arm" | "ring";
  independent: boolean;
  size: number;
  boxes: string[];
  edges: string[];
  ends?: [string, string];
  part?: number;
  hand_back?: number;
}

export interface Group {
  does: string;
  kind?: string;
  size?: number;
  handout?: string;
  margin?: number;
  behind?: number;
  best: boolean;
  closes: number;
  opens: number;
  loony: boolean;
  then: Offer;
  control?: Control;
  moves: string[];
}

export interface DotsReasons {
  says?: string[];
  pieces: Piece[];
  junctions: { box: string; edges: string[]; part: number }[];
  parts: number;
  now: Offer;
  control?: Control;
  long_chains: number;
  loops: number;
  long_chain_rule?: { chains: number; wants_odd: boolean; favours_mover: boolean };
  groups: Group[];
  moves: { move: string; group: number; piece?: string }[];
}

/** Numbers that may be too large for floats are digits. */
export interface ContourHood {
  /** From the bottom left, `U` up and `R` to the right. */
  contour: string;
  /** The number of this contour among all of the board; the full board is 0. */
  address: string;
  of: string;
  /** Those that can still be reached. */
  ideals: string;
  /** Cells left. */
  left: number;
  /** By the number of cells taken from here on; absent on large boards. */
  levels?: string[];
}

export interface FrontierCell {
  cell: string;
  /** Joined to where the sweep begins, to the others of its group, or of no matter. */
  state: "start" | "group" | "none";
  group?: number;
}

export interface Frontier {
  cells: FrontierCell[];
  /** How many fillings of the swept cells come to it, and how likely that is. */
  ways: string;
  share: number;
  /** That the colour is connected in the end. */
  odds: number;
}

export interface HexHood {
  along: string;
  colour: string;
  order: string[];
  /** By the number of cells swept, from none to all. */
  counts: number[];
  after: string;
  swept: number;
  fillings: string;
  frontiers: Frontier[];
  of: number;
  lost: { ways: string; share: number };
}

export interface DotsHood {
  /** Boxes to take, and how many of them may be handed back. */
  take: number;
  hand_back: number;
  chains: number[];
  loops: number[];
  /** What of those the table goes by. */
  kept: { ones: number; twos: number; chains: number[]; loops: number[] };
  core: { edges: number; boxes: number; parts: number };
  method: string;
  /** The same for positions that are the same graph; only of a search. */
  key?: string;
}
