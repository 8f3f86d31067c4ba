import { expect, test } from "vitest";
import { offset, place } from "./import";

test.each([
  ["line 1, column 3: expected a number", { line: 1, column: 3 }],
  ["the method `exact` does not apply here", null],
])("%s", (error, at) => expect(place(error)).toEqual(at));

test.each([
  ["3x3", { line: 1, column: 3 }, 2],
  ["ab\ncd", { line: 2, column: 1 }, 3],
  ["\u{1f600}b", { line: 1, column: 2 }, 2],
  ["ab", { line: 5, column: 9 }, 2],
])("%j at %j", (text, at, where) => expect(offset(text, at)).toBe(where));
