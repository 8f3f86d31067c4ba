/** The JSON that the server answers with: `foregone schema` and FORMATS.md say what each field means. */

export type GameName = "contour" | "hex" | "hex-perfect" | "dots" | "contour-poset" | "dots-coins";

/** A page of its own each. */
export type PageGame = "contour" | "hex" | "dots";

export type Side = "first" | "second";

export interface Margin {
  /** Own points less the other side's. */
  margin: number;
}

/** An exact probability, and the float next to it. */
export interface Odds {
  numerator: string;
  denominator: string;
  float: number;
}

export interface Outcome {
  outcome: "win" | "loss";
}

export type Amount = Margin | Odds | Outcome;

/** An amount and how sure it is; `unknown` has none. */
export type View = ({ certainty: "exact" | "lower" | "upper" } & Amount) | { certainty: "unknown" };

export interface Value {
  /** As the side to move sees it. */
  mover: View;
  /** As the first side of the position sees it. At Dots and Boxes that is whoever is to move. */
  first: View;
}

export interface MoveAnswer {
  move: string;
  value: Value;
  /** Absent unless this move's value and the best's are exact. */
  behind?: Amount;
  best: boolean;
}

export interface Cost {
  method: string;
  states: number;
  /** Absent where an answer was not timed. */
  seconds?: number;
  memory_bytes: number;
  mistakes_log2?: number;
  /** `finished`, or the limit that stopped it. */
  stop: string;
  /** Whether the server had the answer already. */
  cached?: boolean;
}

export interface ContourBoard {
  rows: number;
  columns: number;
  first: number[][];
  second: number[][];
  /** How many cells of each row are taken. */
  taken: number[];
}

export interface HexBoard {
  rows: number;
  columns: number;
  /** Rows of `W`, `B` and `.`. */
  cells: string[];
  white_joins: string;
  black_joins: string;
}

export interface DotsBoard {
  rows: number;
  columns: number;
  /** Rows of edges, top to bottom: `1` drawn, `0` not. */
  horizontal: string[];
  vertical: string[];
  boxes_left: number;
}

export type Board = ContourBoard | HexBoard | DotsBoard;

interface Told {
  schema: number;
  game: GameName;
  kind?: string;
  position: string;
  to_move: string;
}

export interface Shown extends Told {
  board: Board;
}

export interface Solved extends Told {
  value: Value;
  cost: Cost;
}

export interface Analysis extends Solved {
  moves: MoveAnswer[];
}

/** What reasons are is each game's own: `reasons/` knows. */
export interface WhyAnswer extends Analysis {
  why: unknown;
}

export interface LinePly {
  side: string;
  move: string;
  /** Before the move. */
  value: Value;
}

export interface Line extends Solved {
  line: LinePly[];
  /** Whether it goes to the end of the game. */
  complete: boolean;
}

export interface Ply {
  side: Side;
  move: string;
  points: number;
  /** At Dots and Boxes: the boxes that the move closed. */
  takes?: string[];
}

export type Ending = { kind: "decided"; winner: Side } | { kind: "over"; margin: number };

/** A game as it was played so far. */
export interface GameRecord {
  schema: number;
  game: GameName;
  kind: "game";
  players: Record<Side, string>;
  start: string;
  position: string;
  to_move: Side;
  /** Whether points mean anything. */
  scores: boolean;
  points: Record<Side, number>;
  plies: Ply[];
  board: Board;
  /** Legal now, ascending; empty when the game is over. */
  moves: string[];
  ending?: Ending;
  /** How it ended, in a sentence. */
  says?: string;
}

export interface Choice {
  game: GameName;
  kind: "choice";
  position: string;
  /** Absent where no best move is known within the limits. */
  move?: string;
  value?: Value;
  stop: string;
}

export interface ReadAnswer {
  game: GameName;
  kind: "read";
  /** Absent where the form was given. */
  read_as?: string;
  /** Other forms that the text would be in. */
  also?: string[];
  positions: string[];
}

export interface Named {
  name: string;
  title?: string;
  summary: string;
}

export interface GameAbout {
  name: GameName;
  title: string;
  summary: string;
  forms: Named[];
  methods: { name: string; summary: string; default: boolean }[];
  verbs: string[];
  example: string;
  turns: boolean;
}

export interface Puzzle {
  position: string;
  to_move: string;
  level: number;
  gap: Amount;
  value: Value;
  best: string[];
}

export interface Generated {
  game: GameName;
  tried: number;
  found: (string | Puzzle)[];
  cost: Cost;
}

/** How near the truth a forecast is. */
export type Sure = "exact" | "least" | "most" | "about";

export interface Forecast {
  kind: "forecast";
  position: string;
  verb: string;
  states?: { amount: string; sure: Sure };
  memory_bytes?: { amount: number; sure: Sure };
  seconds?: { amount: number; sure: Sure };
  /** Absent where nothing can be said. */
  fits?: boolean;
  says: string;
}

export interface HoodAnswer {
  game: GameName;
  kind: "hood";
  position: string;
  hood: unknown;
}

export interface Progress {
  done?: number;
  total?: number;
  states: number;
  seconds: number;
}

export interface FoundMove {
  move: string;
  value: Value;
}

export interface ErrorAnswer {
  kind: "error";
  status: number;
  code: string;
  error: string;
  needs_bytes?: number;
  allowed_bytes?: number;
}
