import { afterEach, describe, expect, test, vi } from "vitest";
import { address, api, isPassing, takeEvents } from "./api";

describe("a stream of events", () => {
  test("whole events are taken, the rest waits", () => {
    const { events, rest } = takeEvents('event: progress\ndata: {"states":1}\n\nevent: answer\r\ndata: {}\r\n\r\nevent: err');
    expect(events).toEqual([{ event: "progress", data: '{"states":1}' }, { event: "answer", data: "{}" }]);
    expect(rest).toBe("event: err");
  });

  test("an event that comes in pieces is one, and comments are none", () => {
    const first = takeEvents("event: move\nda");
    expect(first.events).toEqual([]);
    expect(takeEvents(`${first.rest}ta: 1\n\n: still here\n\n`).events).toEqual([{ event: "move", data: "1" }]);
  });
});

test("what is not asked for is not in the address", () => {
  expect(address("/v1/hex/line", { position: "3x3:w/b", plies: undefined, method: "" })).toBe("/v1/hex/line?position=3x3%3Aw%2Fb");
  expect(address("/v1/games")).toBe("/v1/games");
});

describe("a connection that is lost", () => {
  afterEach(() => vi.unstubAllGlobals());

  /** A body that begins, and ends in an error. */
  const cut = (error: unknown) => new ReadableStream({
    start: (body) => body.enqueue(new TextEncoder().encode("event: progress\n")),
    pull: (body) => body.error(error),
  });
  const lost = { answer: { code: "offline" }, message: "the server's answer broke off" };

  test.each([
    ["in an answer", () => api.forecast("hex", {})],
    ["in a text", () => api.convert("hex", "3x3", "sgf")],
    ["in a stream", () => api.analyzeEvents("hex", {}, {})],
  ])("%s is told as an error that passes", async (_, ask) => {
    vi.stubGlobal("fetch", async () => new Response(cut(new TypeError("network error"))));
    await expect(ask()).rejects.toMatchObject(lost);
  });

  test("is not told where the answer was no longer wanted", async () => {
    vi.stubGlobal("fetch", async () => new Response(cut(new DOMException("aborted", "AbortError"))));
    await expect(api.analyzeEvents("hex", {}, {})).rejects.toMatchObject({ name: "AbortError" });
  });

  test("what may be answered the next time", () => {
    const passing = (status: number) => isPassing({ kind: "error", status, code: "", error: "" });
    expect([0, 429, 502, 503, 504].every(passing)).toBe(true);
    expect([400, 404, 413, 414, 422, 500].some(passing)).toBe(false);
  });
});

describe("a server that is busy", () => {
  const busy = (after: string | null) => new Response('{"kind":"error","status":429,"code":"busy","error":"too many"}', { status: 429, headers: after ? { "retry-after": after } : {} });
  /** A server that is busy so often, and what it was asked. */
  const serve = (times: number, after: string | null) => {
    const asked = vi.fn(async () => (asked.mock.calls.length <= times ? busy(after) : new Response('{"games":[]}')));
    vi.stubGlobal("fetch", asked);
    return asked;
  };
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });

  test("is asked again when it says so", async () => {
    vi.useFakeTimers();
    const asked = serve(2, "1");
    const answer = api.games();
    await vi.advanceTimersByTimeAsync(1_500);
    expect(asked).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await answer).toEqual({ games: [] });
  });

  test("is left alone after some times, or where it names no time that can be waited", async () => {
    vi.useFakeTimers();
    for (const [times, after, calls] of [[9, "1", 5], [1, null, 1], [1, "3600", 1], [1, "Wed, 21 Oct 2015 07:28:00 GMT", 1]] as const) {
      const asked = serve(times, after);
      const answer = expect(api.games()).rejects.toMatchObject({ answer: { status: 429 } });
      await vi.advanceTimersByTimeAsync(20_000);
      await answer;
      expect(asked).toHaveBeenCalledTimes(calls);
    }
  });

  test("is not asked again for what is no longer wanted", async () => {
    vi.useFakeTimers();
    const asked = serve(1, "1");
    const wish = new AbortController();
    const answer = expect(api.games(wish.signal)).rejects.toMatchObject({ name: "AbortError" });
    await vi.advanceTimersByTimeAsync(500);
    wish.abort();
    await answer;
    await vi.advanceTimersByTimeAsync(2_000);
    expect(asked).toHaveBeenCalledTimes(1);
  });
});
