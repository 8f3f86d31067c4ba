/**
 * Asks the server about the position on the board: the values of the moves first, then the best line, then the reasons and
 * what is under the hood if they are looked at. Whatever is no longer wanted is aborted, and with it the work on the server.
 */

import { ApiError, api, isAbort, isPassing } from "../api";
import { question } from "../state/address";
import { analysisOf, type Asked, hidden, NOTHING_FOUND, questionKey, type State, type Store, serverGame } from "../store";
import type { Analysis, ErrorAnswer, Forecast, GameRecord, Value } from "../types";
import type { Memory } from "./memory";

/** An analysis that would take longer, or more memory, is begun only if the player says so. */
const LONGEST_UNASKED = 4;
const MOST_UNASKED = 2 ** 30;
/** After a position that took no longer, one that follows from it is not forecast: it will be as quick. */
const QUICK = 0.2;
/** Plies of the best line that come with every answer. */
export const LINE_PLIES = 14;

export class Analyst {
  readonly #store: Store;
  readonly #memory: Memory;
  #abort = new AbortController();
  /** The last position that was quick, and how it was asked about. */
  #quick: { question: string; record: GameRecord } | null = null;
  #lineAsked = false;
  #whyAsked = false;
  #hoodAsked: string | null = null;
  #hoodAbort = new AbortController();

  constructor(store: Store, memory: Memory) {
    this.#store = store;
    this.#memory = memory;
  }

  /** Forgets the last position. */
  leave(): void {
    this.#abort.abort();
    this.#abort = new AbortController();
    this.#hoodAbort.abort();
    this.#lineAsked = false;
    this.#whyAsked = false;
    this.#hoodAsked = null;
    this.#store.set({ asked: { at: "nothing" }, found: NOTHING_FOUND, line: null, lineError: null, why: null, whyError: null, hood: null, hoodError: null });
  }

  /** A new position is on the board: what is it worth? */
  async begin(): Promise<void> {
    this.leave();
    const { state } = this.#store;
    const { record } = state;
    if (!record || record.moves.length === 0) return;
    const known = this.#memory.analysis(state, record.position);
    if (known) {
      this.#answered(known);
      return;
    }
    const { signal } = this.#abort;
    if (!this.#likelyQuick(state, record)) {
      this.#store.set({ asked: { at: "looking" } });
      const asked = await this.#before(record.position, signal);
      if (signal.aborted) return;
      if (asked) {
        this.#store.set({ asked });
        return;
      }
    }
    await this.run();
  }

  #likelyQuick(state: State, record: GameRecord): boolean {
    const before = this.#quick;
    return before !== null && before.question === questionKey(state, record.start) && before.record.plies.every((ply, at) => ply.move === record.plies[at]?.move);
  }

  /** What keeps an analysis from being begun at once; null if nothing does. */
  async #before(position: string, signal: AbortSignal): Promise<Asked | null> {
    const { state } = this.#store;
    try {
      const query = { position, verb: "analyze", ...question(state.game, state.options) };
      const forecast = await api.forecast(serverGame(state), query, signal);
      if (forecast.fits === false) return { at: "refused", says: forecast.says };
      return isLong(forecast) ? { at: "asking", forecast } : null;
    } catch (error) {
      if (isAbort(error)) return null;
      const answer = asAnswer(error);
      // What cannot be forecast for another reason than the question's own may be answered all the same.
      return answer.status === 422 ? { at: "failed", error: answer } : null;
    }
  }

  /** Analyses, whatever it costs. */
  async run(): Promise<void> {
    const { state } = this.#store;
    const { record } = state;
    if (!record) return;
    const { signal } = this.#abort;
    const found = new Map<string, Value>();
    this.#store.set({ asked: { at: "running", progress: null } });
    try {
      const query = { position: record.position, ...question(state.game, state.options) };
      const analysis = await api.analyzeEvents(serverGame(state), query, {
        queued: (before) => this.#whileWanted(signal, { asked: { at: "queued", before } }),
        progress: (progress) => this.#whileWanted(signal, { asked: { at: "running", progress } }),
        move: ({ move, value }) => {
          found.set(move, value);
          this.#whileWanted(signal, { found: new Map(found) });
        },
      }, signal);
      this.#memory.keep(state, analysis);
      if (!signal.aborted) this.#answered(analysis);
    } catch (error) {
      if (isAbort(error) || signal.aborted) return;
      this.#quick = null;
      this.#store.set({ asked: { at: "failed", error: asAnswer(error) } });
    }
  }

  #whileWanted(signal: AbortSignal, change: Partial<State>): void {
    if (!signal.aborted) this.#store.set(change);
  }

  #answered(analysis: Analysis): void {
    const { cost } = analysis;
    const { state } = this.#store;
    const { record } = state;
    const quick = record && (cost.seconds ?? 0) < QUICK && cost.stop === "finished";
    this.#quick = quick ? { question: questionKey(state, record.start), record } : null;
    const asked: Asked = cost.stop === "finished"
      ? { at: "done", analysis }
      : { at: "stopped", analysis, states: cost.states, seconds: cost.seconds ?? 0 };
    this.#store.set({ asked, found: NOTHING_FOUND });
    this.look();
  }

  /** Stops the analysis that runs; what was found so far stays. */
  stop(): void {
    const { asked } = this.#store.state;
    if (asked.at !== "running" && asked.at !== "queued" && asked.at !== "looking") return;
    this.#abort.abort();
    this.#abort = new AbortController();
    const progress = asked.at === "running" ? asked.progress : null;
    this.#store.set({ asked: { at: "stopped", analysis: null, states: progress?.states ?? 0, seconds: progress?.seconds ?? 0 } });
  }

  /**
   * Asks for whatever else is looked at now: called when a section is opened, and when an answer came. What failed in passing is
   * asked again.
   */
  look(): void {
    const { state } = this.#store;
    if (state.edit || hidden(state)) return;
    const { layers, open } = state;
    if (open.has("hood")) void this.hood(state.hoodAfter);
    if (!analysisOf(state)) return;
    void this.#then(open.has("line"), open.has("why") || (layers.influence && state.game === "hex") || (layers.pieces && state.game === "dots"));
  }

  async #then(line: boolean, why: boolean): Promise<void> {
    const { signal } = this.#abort;
    if (line && !this.#lineAsked) await this.line(LINE_PLIES);
    // What the line was asked for may have been left meanwhile.
    if (why && !this.#whyAsked && !signal.aborted) await this.#why();
  }

  /** The best line, or as many plies of it. */
  async line(plies?: number): Promise<void> {
    this.#lineAsked = true;
    const { state } = this.#store;
    if (!state.record) return;
    const { signal } = this.#abort;
    try {
      const query = { position: state.record.position, plies, ...question(state.game, state.options) };
      const line = await api.line(serverGame(state), query, signal);
      this.#whileWanted(signal, { line, lineError: null });
    } catch (error) {
      if (isAbort(error) || signal.aborted) return;
      const answer = asAnswer(error);
      this.#lineAsked = !isPassing(answer);
      this.#store.set({ lineError: answer.error });
    }
  }

  async #why(): Promise<void> {
    this.#whyAsked = true;
    const { state } = this.#store;
    if (!state.record || serverGame(state) === "hex-perfect") return;
    const { signal } = this.#abort;
    try {
      const why = await api.why(serverGame(state), { position: state.record.position, ...question(state.game, state.options) }, signal);
      this.#whileWanted(signal, { why, whyError: null });
    } catch (error) {
      if (isAbort(error) || signal.aborted) return;
      const answer = asAnswer(error);
      this.#whyAsked = !isPassing(answer);
      this.#store.set({ whyError: answer.error });
    }
  }

  async hood(after: string | null): Promise<void> {
    const key = after ?? "";
    if (this.#hoodAsked === key) return;
    this.#hoodAsked = key;
    const { state } = this.#store;
    if (!state.record || serverGame(state) === "hex-perfect") return;
    // Of the cells that a slider was drawn along only the last is wanted.
    this.#hoodAbort.abort();
    this.#hoodAbort = new AbortController();
    const { signal } = this.#hoodAbort;
    try {
      const { turns } = question(state.game, state.options);
      const hood = await api.hood(serverGame(state), { position: state.record.position, after: after ?? undefined, turns }, signal);
      this.#whileWanted(signal, { hood, hoodAfter: after, hoodError: null });
    } catch (error) {
      if (isAbort(error) || signal.aborted) return;
      const answer = asAnswer(error);
      if (isPassing(answer)) this.#hoodAsked = null;
      this.#store.set({ hoodError: answer.error });
    }
  }
}

function isLong({ seconds, memory_bytes }: Forecast): boolean {
  return (seconds?.amount ?? 0) > LONGEST_UNASKED || (memory_bytes?.amount ?? 0) > MOST_UNASKED;
}

export function asAnswer(error: unknown): ErrorAnswer {
  if (error instanceof ApiError) return error.answer;
  throw error;
}
