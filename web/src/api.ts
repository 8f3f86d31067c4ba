/** The server's endpoints as typed functions. Each takes a signal: to abort it is to cancel the work on the server. */

import type {
  Analysis, Choice, ErrorAnswer, Forecast, FoundMove, GameAbout, GameName, GameRecord, Generated, HoodAnswer, Line,
  Progress, ReadAnswer, Shown, WhyAnswer,
} from "./types";

/** What may be left out of a query. */
export type Query = Record<string, string | number | boolean | undefined>;

/** An error that the server told, or that kept it from telling anything. */
export class ApiError extends Error {
  readonly answer: ErrorAnswer;

  constructor(answer: ErrorAnswer) {
    super(answer.error);
    this.answer = answer;
  }
}

/** Whether the same may be answered when it is asked again: the server is busy, restarted, or out of reach. */
export function isPassing({ status }: ErrorAnswer): boolean {
  return status === 0 || status === 429 || status > 500;
}

/** Whether something failed only because it was no longer wanted. */
export function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === "AbortError";
}

export function address(path: string, query: Query = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== "") search.set(name, String(value));
  }
  const text = search.toString();
  return text === "" ? path : `${path}?${text}`;
}

async function failure(response: Response): Promise<ApiError> {
  const text = await response.text();
  try {
    const answer: unknown = JSON.parse(text);
    if (typeof answer === "object" && answer !== null && "error" in answer) return new ApiError(answer as ErrorAnswer);
  } catch {
    // Not the server's own words: a proxy's, or none.
  }
  const error = text.trim().slice(0, 200) || response.statusText || "the server gave no answer";
  return new ApiError({ kind: "error", status: response.status, code: "internal", error });
}

function offline(says: string): ApiError {
  return new ApiError({ kind: "error", status: 0, code: "offline", error: says });
}

/** What a connection that is lost leaves: neither an abort nor the server's own words. */
async function whole<Part>(part: Promise<Part>, says = "the server's answer broke off"): Promise<Part> {
  try {
    return await part;
  } catch (error) {
    throw isAbort(error) ? error : offline(says);
  }
}

/** How often a busy server is asked in all, and the longest that it may ask us to wait, in seconds. */
const ATTEMPTS = 5;
const LONGEST_WAIT = 10;

/** Waits, unless what is waited for is no longer wanted. */
function pause(seconds: number, signal: AbortSignal | null | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      reject(new DOMException("no longer wanted", "AbortError"));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", end);
      resolve();
    }, seconds * 1000);
    signal?.addEventListener("abort", end, { once: true });
    if (signal?.aborted) end();
  });
}

/** Asks; a server that is busy is asked again when it says so. */
async function request(path: string, init: RequestInit): Promise<Response> {
  for (let attempt = 1; ; attempt += 1) {
    const response = await whole(fetch(path, init), "the server does not answer");
    if (response.ok) return response;
    const seconds = Number(response.headers.get("retry-after"));
    const again = response.status === 429 && attempt < ATTEMPTS && seconds > 0 && seconds <= LONGEST_WAIT;
    if (!again) throw await whole(failure(response));
    await pause(seconds, init.signal);
  }
}

async function get<Answer>(path: string, query: Query, signal?: AbortSignal): Promise<Answer> {
  const response = await request(address(path, query), signal ? { signal } : {});
  return (await whole(response.json())) as Answer;
}

export interface Events {
  queued?(before: number): void;
  progress?(progress: Progress): void;
  move?(found: FoundMove): void;
}

/** One event of a stream: its name and its data. */
export interface StreamEvent {
  event: string;
  data: string;
}

/** Takes the whole events off the front of a stream's text; what is left has not ended yet. */
export function takeEvents(text: string): { events: StreamEvent[]; rest: string } {
  const blocks = text.replaceAll("\r\n", "\n").split("\n\n");
  const rest = blocks.pop() ?? "";
  const events = blocks.flatMap((block) => {
    const found: StreamEvent = { event: "message", data: "" };
    for (const line of block.split("\n")) {
      if (line.startsWith("event:")) found.event = line.slice(6).trim();
      if (line.startsWith("data:")) found.data += line.slice(5).trim();
    }
    return found.data === "" ? [] : [found];
  });
  return { events, rest };
}

/** Asks for an answer and hears how it comes along. */
async function stream<Answer>(path: string, query: Query, events: Events, signal?: AbortSignal): Promise<Answer> {
  const response = await request(address(path, query), signal ? { signal } : {});
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  while (reader) {
    const { done, value } = await whole(reader.read());
    if (done) break;
    const taken = takeEvents(text + value);
    text = taken.rest;
    for (const { event, data } of taken.events) {
      const told: unknown = JSON.parse(data);
      if (event === "queued") events.queued?.((told as { before: number }).before);
      if (event === "progress") events.progress?.(told as Progress);
      if (event === "move") events.move?.(told as FoundMove);
      if (event === "answer") return told as Answer;
      if (event === "error") throw new ApiError(told as ErrorAnswer);
    }
  }
  throw offline("the server's answer broke off");
}

export const api = {
  games: (signal?: AbortSignal) => get<{ games: GameAbout[] }>("/v1/games", {}, signal),
  show: (game: GameName, position: string, signal?: AbortSignal) => get<Shown>(`/v1/${game}/show`, { position }, signal),
  analyze: (game: GameName, query: Query, signal?: AbortSignal) => get<Analysis>(`/v1/${game}/analyze`, query, signal),
  line: (game: GameName, query: Query, signal?: AbortSignal) => get<Line>(`/v1/${game}/line`, query, signal),
  why: (game: GameName, query: Query, signal?: AbortSignal) => get<WhyAnswer>(`/v1/${game}/why`, query, signal),
  analyzeEvents: (game: GameName, query: Query, events: Events, signal?: AbortSignal) =>
    stream<Analysis>(`/v1/${game}/analyze/events`, query, events, signal),
  record: (game: GameName, start: string, moves: readonly string[], signal?: AbortSignal) =>
    get<GameRecord>(`/v1/${game}/game`, { start, moves: moves.join(";") }, signal),
  choose: (game: GameName, query: Query, signal?: AbortSignal) => get<Choice>(`/v1/${game}/choose`, query, signal),
  generate: (game: GameName, query: Query, signal?: AbortSignal) => get<Generated>(`/v1/${game}/generate`, query, signal),
  forecast: (game: GameName, query: Query, signal?: AbortSignal) => get<Forecast>(`/v1/${game}/forecast`, query, signal),
  hood: (game: GameName, query: Query, signal?: AbortSignal) => get<HoodAnswer>(`/v1/${game}/hood`, query, signal),

  async read(game: GameName, text: string, from = "auto", signal?: AbortSignal): Promise<ReadAnswer> {
    const init: RequestInit = { method: "POST", body: text, headers: { "content-type": "text/plain; charset=utf-8" } };
    const response = await request(address(`/v1/${game}/read`, { from }), signal ? { ...init, signal } : init);
    return (await whole(response.json())) as ReadAnswer;
  },

  async convert(game: GameName, position: string, to: string, signal?: AbortSignal): Promise<string> {
    const response = await request(address(`/v1/${game}/convert`, { position, to }), signal ? { signal } : {});
    return whole(response.text());
  },
};
