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

/** Contour: order ideals, told as numbers too large for floats. */
export interface ContourHood {
  contour: string;
  ideals: string;
  left: string;
  address: string;
  levels: string[];
  level: number;
}

export interface FrontierCell {
  cell: string;
  state: "open" | "dead" | "start" | "end" | "group";
  group?: number;
}

export interface Frontier {
  cells: FrontierCell[];
  ways: string;
  share: number;
  odds?: number;
}

export interface HexHood {
  along: string;
  after: string;
  swept: number;
  counts: number[];
  order: string[];
  frontiers: Frontier[];
  shown: number;
  of: number;
}
