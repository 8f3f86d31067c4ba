/** Records and analyses that were asked for lately: going back and forth costs nothing. */

import { api } from "../api";
import { question } from "../state/address";
import { questionKey, type State, serverGame } from "../store";
import type { Analysis, GameRecord } from "../types";

/** A map that forgets what was put in longest ago. */
export class Recent<Value> {
  #entries = new Map<string, Value>();
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  get(key: string): Value | undefined {
    return this.#entries.get(key);
  }

  set(key: string, value: Value): void {
    this.#entries.delete(key);
    this.#entries.set(key, value);
    const [oldest] = this.#entries.keys();
    if (this.#entries.size > this.#most && oldest !== undefined) this.#entries.delete(oldest);
  }
}

export class Memory {
  readonly records = new Recent<GameRecord>(500);
  readonly analyses = new Recent<Analysis>(500);

  async record(state: State, start: string, moves: readonly string[], signal?: AbortSignal): Promise<GameRecord> {
    const game = serverGame(state);
    const key = [game, start, ...moves].join(" ");
    const known = this.records.get(key);
    if (known) return known;
    const record = await api.record(game, start, moves, signal);
    this.records.set(key, record);
    return record;
  }

  knownRecord(state: State, start: string, moves: readonly string[]): GameRecord | undefined {
    return this.records.get([serverGame(state), start, ...moves].join(" "));
  }

  analysis(state: State, position: string): Analysis | undefined {
    return this.analyses.get(questionKey(state, position));
  }

  keep(state: State, analysis: Analysis): void {
    if (analysis.cost.stop === "finished") this.analyses.set(questionKey(state, analysis.position), analysis);
  }

  /** Asks for an analysis that is likely wanted soon. */
  async ahead(state: State, position: string, signal: AbortSignal): Promise<Analysis> {
    const known = this.analysis(state, position);
    if (known) return known;
    const analysis = await api.analyze(serverGame(state), { position, ...question(state.game, state.options), time: "1s" }, signal);
    this.keep(state, analysis);
    return analysis;
  }
}
