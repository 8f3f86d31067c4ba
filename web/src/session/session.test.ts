import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { DEFAULTS } from "../state/address";
import { back, movesTo, toStart } from "../state/tree";
import { initial, knownValues } from "../store";
import type { GameRecord, Value } from "../types";
import { Session } from "./session";

vi.hoisted(() => {
  vi.stubGlobal("window", { matchMedia: () => ({ matches: false, addEventListener: () => undefined }) });
  vi.stubGlobal("history", { pushState: () => undefined, replaceState: () => undefined });
  vi.stubGlobal("location", { pathname: "/hex", search: "", href: "http://localhost/hex" });
});

const CELLS = ["a1", "b1", "c1", "a2", "b2", "c2"];
const EVEN: Value = { mover: { certainty: "exact", margin: 0 }, first: { certainty: "exact", margin: 0 } };

/** A game in which sides take cells in turn; its positions are named by start and moves. */
function record(start: string, moves: string[]): GameRecord {
  const side = (ply: number) => (ply % 2 === 0 ? "first" : "second");
  return {
    schema: 1, game: "hex", kind: "game", players: { first: "White", second: "Black" }, start, position: [start, ...moves].join(" "),
    to_move: side(moves.length), scores: false, points: { first: 0, second: 0 }, plies: moves.map((move, ply) => ({ side: side(ply), move, points: 0 })),
    board: { rows: 2, columns: 3, cells: ["...", "..."], white_joins: "top and bottom", black_joins: "left and right" },
    // The short game is over after two moves.
    moves: start === "short" && moves.length > 1 ? [] : CELLS.filter((cell) => !moves.includes(cell)),
  };
}

/** A server that answers at once, but for what it is told to hold back. */
class Server {
  readonly asked: string[] = [];
  readonly held = new Map<string, (json: unknown) => void>();
  readonly holding = new Set<string>();
  readonly #lost = new Map<string, (error: unknown) => void>();
  /** What an analysis is said to take, in seconds, by start. */
  readonly seconds = new Map<string, number>();

  lose(verb: string): void {
    this.#lost.get(verb)?.(new TypeError("connection lost"));
  }

  fetch = (path: string, init: RequestInit = {}): Promise<Response> => {
    const url = new URL(path, "http://localhost");
    const verb = url.pathname.split("/").slice(3).join("/");
    const query = url.searchParams;
    this.asked.push(`${verb} ${query.get("position") ?? query.get("start") ?? ""}`.trim());
    return new Promise((resolve, reject) => {
      init.signal?.addEventListener("abort", () => reject(new DOMException("aborted", "AbortError")));
      this.#lost.set(verb, reject);
      const answer = (json: unknown) => resolve(verb === "analyze/events" ? new Response(`event: answer\ndata: ${JSON.stringify(json)}\n\n`) : Response.json(json));
      if (this.holding.has(verb)) this.held.set(`${verb} ${query.get("after") ?? ""}`.trim(), answer);
      else answer(this.#answer(verb, query));
    });
  };

  #answer(verb: string, query: URLSearchParams): unknown {
    const position = query.get("position") ?? "";
    const cost = { method: "", states: 1, seconds: 0.01, memory_bytes: 1, stop: "finished" };
    if (verb === "game") return record(query.get("start") ?? "", (query.get("moves") ?? "").split(";").filter(Boolean));
    if (verb === "generate") return { found: [{ position: "puzzle", best: ["a1"], gap: { margin: 1 } }] };
    if (verb === "read") return { positions: [] };
    if (verb === "forecast") return { position, seconds: { amount: this.seconds.get(position.split(" ")[0] ?? "") ?? 0, sure: "about" }, fits: true, says: "" };
    const moves = CELLS.map((move) => ({ move, value: EVEN, best: true }));
    return { position, value: EVEN, moves, line: [], complete: true, cost };
  }
}

let server: Server;
let session: Session;
const at = () => movesTo(session.state.tree);
const settle = () => vi.advanceTimersByTimeAsync(1000);

beforeEach(async () => {
  vi.useFakeTimers();
  server = new Server();
  vi.stubGlobal("fetch", server.fetch);
  session = new Session({ ...initial("hex"), options: DEFAULTS });
  await session.navigation.start("small");
});
afterEach(() => vi.useRealTimers());

describe("the engine", () => {
  /** White has played, and the engine thinks. */
  async function thinking(): Promise<void> {
    server.holding.add("choose");
    await session.modes.enter("play");
    await session.modes.pick("a1");
    await settle();
    expect(session.state.match?.thinking).toBe(true);
  }
  const choose = async () => {
    server.held.get("choose")?.({ move: "b2", stop: "finished" });
    await settle();
  };

  test("moves after the player", async () => {
    await thinking();
    await choose();
    expect(at()).toEqual(["a1", "b2"]);
  });

  test("does not move where the player walked back to", async () => {
    await thinking();
    await session.navigation.go(back(session.state.tree));
    await choose();
    expect(at()).toEqual([]);
  });

  test("does not move for the player who changed sides", async () => {
    await thinking();
    session.modes.match("second");
    await choose();
    expect(at()).toEqual(["a1"]);
  });

  test("does not move on a board that is edited", async () => {
    await thinking();
    session.editor.begin();
    await choose();
    expect(at()).toEqual(["a1"]);
    expect(session.state.edit).not.toBeNull();
  });

  test("begins a new game at once, though its start is still analysed, and was played from", async () => {
    server.holding.add("analyze/events");
    void session.navigation.start("other");
    await settle();
    void session.navigation.play("a1");
    await settle();
    await session.modes.enter("play");
    server.holding.add("choose");
    void session.modes.newMatch("second");
    await settle();
    expect(server.asked.filter((one) => one.startsWith("choose"))).toEqual(["choose other"]);
  });

  test("gives way to whoever takes back twice at once", async () => {
    await session.modes.enter("play");
    for (const move of ["a1", "b1"]) {
      server.holding.add("choose");
      await session.modes.pick(move);
      await settle();
      server.held.get("choose")?.({ move: move === "a1" ? "b2" : "c2", stop: "finished" });
      await settle();
    }
    expect(at()).toEqual(["a1", "b2", "b1", "c2"]);
    await Promise.all([session.modes.takeBack(), session.modes.takeBack()]);
    expect(at()).toEqual([]);
  });
});

describe("what is asked", () => {
  test("of a quick position is no measure for another start", async () => {
    server.seconds.set("large", 100);
    await session.navigation.start("large");
    expect(session.state.asked.at).toBe("asking");
    expect(server.asked).not.toContain("analyze/events large");
  });

  test("after a quick position is not forecast", async () => {
    await session.navigation.play("a1");
    expect(server.asked).not.toContain("forecast small a1");
    expect(session.state.asked.at).toBe("done");
  });

  test("of the reasons is about a position with values", async () => {
    server.holding.add("line");
    await session.navigation.start("left");
    server.seconds.set("large", 100);
    await session.navigation.start("large");
    await settle();
    expect(server.asked).not.toContain("why large");
  });

  test("about a section fails in passing, and is asked again when it is opened again", async () => {
    server.holding.add("why");
    await session.navigation.start("other");
    const asked = () => server.asked.filter((one) => one === "why other").length;
    await settle();
    expect(asked()).toBe(1);
    server.lose("why");
    await settle();
    expect(session.state.whyError).toBe("the server does not answer");
    session.section("why", false);
    session.section("why", true);
    await settle();
    expect(asked()).toBe(2);
  });

  test("of two cells is told for the last one", async () => {
    server.holding.add("hood");
    void session.analyst.hood("a1");
    void session.analyst.hood("b1");
    await settle();
    server.held.get("hood b1")?.({ hood: "b1" });
    await settle();
    server.held.get("hood a1")?.({ hood: "a1" });
    await settle();
    expect(session.state).toMatchObject({ hood: { hood: "b1" }, hoodAfter: "b1" });
  });

  test("about a move that was played meanwhile is not asked", async () => {
    session.preview.hover("a1");
    await session.navigation.play("a1");
    const before = server.asked.length;
    await settle();
    expect(server.asked.slice(before).filter((one) => one.startsWith("game"))).toEqual([]);
  });
});

test("the browser's way back leads out of a puzzle", async () => {
  await session.modes.enter("puzzle");
  expect(session.state).toMatchObject({ mode: "puzzle", tree: { start: "puzzle" }, puzzles: { loading: false, puzzle: { best: ["a1"] } } });
  await session.navigation.open(new URL("http://localhost/hex?start=small"), null, "none");
  expect(session.state).toMatchObject({ mode: "analyse", tree: { start: "small" }, puzzles: { puzzle: null } });
});

test("other turns lead out of a puzzle, another method does not", async () => {
  await session.modes.enter("puzzle");
  await session.navigation.options({ ...DEFAULTS, method: "plain" });
  expect(session.state.mode).toBe("puzzle");
  await session.navigation.options({ ...DEFAULTS, turns: "coin" });
  expect(session.state).toMatchObject({ mode: "analyse", tree: { start: "puzzle" }, puzzles: { puzzle: null } });
});

describe("what comes late", () => {
  test("a puzzle does not follow to another game", async () => {
    server.holding.add("generate");
    void session.modes.enter("puzzle");
    await settle();
    await session.navigation.toGame("dots");
    server.held.get("generate")?.({ found: [{ position: "puzzle", best: [] }] });
    await settle();
    expect(session.state).toMatchObject({ game: "dots", mode: "analyse" });
    expect(session.state.tree.start).not.toBe("puzzle");
  });

  test("a random position does not undo what was edited since", async () => {
    session.editor.begin();
    server.holding.add("generate");
    void session.editor.random("2x3");
    await settle();
    void session.editor.change({ rows: 1, columns: 1 });
    server.held.get("generate")?.({ found: ["random"] });
    await settle();
    expect(session.state.edit?.board).toEqual({ rows: 1, columns: 1 });
  });
});

test("a move that was taken back is played again only where it was played", async () => {
  for (const move of ["a1", "b1"]) await session.navigation.play(move);
  await session.navigation.undo();
  expect(session.navigation.redoable).toBe(true);
  await session.navigation.go(toStart(session.state.tree));
  expect(session.navigation.redoable).toBe(false);
  await session.navigation.redo();
  expect(at()).toEqual([]);
  await session.navigation.play("a1");
  await session.navigation.redo();
  expect(at()).toEqual(["a1"]);
});

describe("while the pointer rests", () => {
  const games = () => server.asked.filter((asked) => asked.startsWith("game")).length;

  test("on the move just made, nothing is asked of it, and it is not looked at any more", async () => {
    session.preview.hover("a1");
    server.holding.add("game");
    void session.navigation.play("a1");
    const asked = games();
    // The board still shows the position before.
    session.preview.hover("a1");
    await settle();
    expect(games()).toBe(asked);
    server.held.get("game")?.(record("small", ["a1"]));
    await settle();
    expect(session.state).toMatchObject({ settled: true, hover: null });
    session.preview.hover("a1");
    await settle();
    expect(games()).toBe(asked);
  });

  test("on another move, that one is still looked at once the position is there", async () => {
    server.holding.add("game");
    void session.navigation.play("a1");
    session.preview.hover("b1");
    server.held.get("game")?.(record("small", ["a1"]));
    await settle();
    expect(session.state.hover).toBe("b1");
  });
});

test("where the server is silent, the values of the position before do not stay", async () => {
  expect(knownValues(session.state)).not.toBeNull();
  server.holding.add("game");
  void session.navigation.play("a1");
  await vi.advanceTimersByTimeAsync(500);
  expect(knownValues(session.state)).not.toBeNull();
  await vi.advanceTimersByTimeAsync(600);
  expect(knownValues(session.state)).toBeNull();
  expect(session.state.asked).toEqual({ at: "nothing" });
  server.held.get("game")?.(record("small", ["a1"]));
  await settle();
  expect(session.state.asked.at).toBe("done");
});

test("of a line that goes on when the game is over, as much is played as can be", async () => {
  await session.navigation.playLine(["a1", "b1", "c1"]);
  expect(at()).toEqual(["a1", "b1", "c1"]);
  await session.navigation.start("short");
  await session.navigation.playLine(["a1", "b1", "c1"]);
  expect(at()).toEqual(["a1", "b1"]);
});
