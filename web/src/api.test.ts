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
