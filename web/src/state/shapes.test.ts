import { describe, expect, test } from "vitest";
import type { Board } from "../types";
import { cleared, resized } from "./shapes";

const contour: Board = { rows: 2, columns: 2, first: [[1, 2], [3, 4]], second: [[5, 6], [7, 8]], taken: [2, 1] };
const hex: Board = { rows: 2, columns: 2, cells: ["W.", ".B"], white_joins: "top and bottom", black_joins: "left and right" };
const dots: Board = { rows: 1, columns: 1, horizontal: ["1", "0"], vertical: ["10"], boxes_left: 1 };

describe("boards of other sizes", () => {
  test("what fits stays", () => {
    expect(resized(contour, 1, 3)).toEqual({ rows: 1, columns: 3, first: [[1, 2, 0]], second: [[5, 6, 0]], taken: [2] });
    expect(resized(contour, 2, 1)).toMatchObject({ taken: [1, 1] });
    expect(resized(hex, 3, 1)).toMatchObject({ rows: 3, columns: 1, cells: ["W", ".", "."] });
    expect(resized(dots, 2, 2)).toEqual({ rows: 2, columns: 2, horizontal: ["10", "00", "00"], vertical: ["100", "000"], boxes_left: 4 });
  });

  test("cleared boards keep their size and scores", () => {
    expect(cleared(contour)).toMatchObject({ first: [[1, 2], [3, 4]], taken: [0, 0] });
    expect(cleared(hex)).toMatchObject({ cells: ["..", ".."] });
    expect(cleared(dots)).toMatchObject({ horizontal: ["0", "0"], vertical: ["00"], boxes_left: 1 });
  });
});
