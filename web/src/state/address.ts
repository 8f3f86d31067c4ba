/**
 * What of the page's state is in its address: the game, the start position, the moves to the position on the board, and
 * the options that differ from the defaults. Two pages with one address show the same.
 */

import type { GameName, PageGame } from "../types";

export interface Options {
  /** Hex: both fill random cells, or both play perfectly. */
  play: "random" | "perfect";
  /** Hex under random play: `alternating`, `coin` or `coin:P`. */
  turns: string;
  /** Empty: whichever the solver chooses. */
  method: string;
}

export interface Place {
  game: PageGame;
  /** Null: the game's example. */
  start: string | null;
  moves: string[];
  options: Options;
}

export const PAGE_GAMES: readonly PageGame[] = ["contour", "hex", "dots"];

export const DEFAULTS: Options = { play: "random", turns: "alternating", method: "" };

/** The game as the server's paths name it. */
export function gameName(game: PageGame, options: Options): GameName {
  return game === "hex" && options.play === "perfect" ? "hex-perfect" : game;
}

/** What of the options a question about a position has with it. */
export function question(game: PageGame, options: Options): { turns?: string; method?: string } {
  const turns = game === "hex" && options.play === "random" && options.turns !== DEFAULTS.turns;
  return {
    ...(turns ? { turns: options.turns } : {}),
    ...(options.method === "" ? {} : { method: options.method }),
  };
}

export function readPlace(url: URL): Place {
  const name = url.pathname.split("/")[1] ?? "";
  const game = PAGE_GAMES.find((known) => known === name) ?? "contour";
  const query = url.searchParams;
  const options: Options = {
    play: game === "hex" && query.get("play") === "perfect" ? "perfect" : DEFAULTS.play,
    turns: (game === "hex" && query.get("turns")) || DEFAULTS.turns,
    method: query.get("method") ?? DEFAULTS.method,
  };
  const moves = (query.get("moves") ?? "").split(";").filter((move) => move !== "");
  return { game, start: query.get("start") || null, moves, options };
}

/** Readable where the notation is: of its signs `:`, `/`, `,` and `;` may stand in a query as they are, and `|` may not. */
function escaped(text: string): string {
  return encodeURIComponent(text).replace(/%(3A|2F|2C|3B)/g, (code) => decodeURIComponent(code));
}

/** The address of a place, without a host. */
export function writePlace({ game, start, moves, options }: Place): string {
  const fields: [string, string][] = [];
  if (start !== null) fields.push(["start", start]);
  if (moves.length > 0) fields.push(["moves", moves.join(";")]);
  if (game === "hex" && options.play !== DEFAULTS.play) fields.push(["play", options.play]);
  const { turns, method } = question(game, options);
  if (turns !== undefined) fields.push(["turns", turns]);
  if (method !== undefined) fields.push(["method", method]);
  const query = fields.map(([name, text]) => `${name}=${escaped(text)}`).join("&");
  return query === "" ? `/${game}` : `/${game}?${query}`;
}
