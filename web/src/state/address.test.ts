import { describe, expect, test } from "vitest";
import { DEFAULTS, gameName, type Place, question, readPlace, writePlace } from "./address";

const places: [string, Place][] = [
  ["/contour", { game: "contour", start: null, moves: [], options: DEFAULTS }],
  ["/hex?start=5x5&moves=b2;c3&play=perfect", { game: "hex", start: "5x5", moves: ["b2", "c3"], options: { ...DEFAULTS, play: "perfect" } }],
  ["/hex?start=3x3:W2/3/2B:w&turns=coin:1/3", { game: "hex", start: "3x3:W2/3/2B:w", moves: [], options: { ...DEFAULTS, turns: "coin:1/3" } }],
  [
    "/contour?start=2x3:2,7,3/9,1,2%7C3,7,2/2,3,1%7C1,0&moves=b1&method=plain",
    { game: "contour", start: "2x3:2,7,3/9,1,2|3,7,2/2,3,1|1,0", moves: ["b1"], options: { ...DEFAULTS, method: "plain" } },
  ],
  ["/dots?start=2x2&moves=h,0,0;v,1,0", { game: "dots", start: "2x2", moves: ["h,0,0", "v,1,0"], options: DEFAULTS }],
];

describe("the page's address", () => {
  test.each(places)("%s", (address, place) => {
    expect(writePlace(place)).toBe(address);
    expect(readPlace(new URL(address, "http://localhost"))).toEqual(place);
  });

  test("a path that names no game is the first", () => {
    expect(readPlace(new URL("http://localhost/")).game).toBe("contour");
    expect(readPlace(new URL("http://localhost/chess?start=8x8")).game).toBe("contour");
  });

  test("what Hex alone has is not read elsewhere", () => {
    expect(readPlace(new URL("http://localhost/dots?play=perfect&turns=coin")).options).toEqual(DEFAULTS);
  });

  test("text that would end a field is escaped", () => {
    const place: Place = { game: "dots", start: "2x2&moves=x#%+ ", moves: [], options: DEFAULTS };
    expect(readPlace(new URL(writePlace(place), "http://localhost"))).toEqual(place);
  });

  test("perfect Hex is a game of its own, and no coin turns there", () => {
    const options = { ...DEFAULTS, play: "perfect", turns: "coin" } as const;
    expect(gameName("hex", options)).toBe("hex-perfect");
    expect(gameName("dots", options)).toBe("dots");
    expect(question("hex", options)).toEqual({});
    expect(question("hex", { ...options, play: "random" })).toEqual({ turns: "coin" });
  });
});
