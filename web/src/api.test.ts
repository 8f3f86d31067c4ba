import { describe, expect, test } from "vitest";
import { address, takeEvents } from "./api";

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
