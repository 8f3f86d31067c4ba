/** Under the hood, at Contour: the contour as a word, its number among all contours, and how many there are level by level. */

import { cellName } from "../boards/places";
import { type Child, h } from "../dom";
import { count } from "../format";
import type { ContourBoard, GameRecord, HoodAnswer } from "../types";
import { large } from "./numbers";
import { plot } from "./plot";
import type { ContourHood } from "./shapes";
import type { Words } from "./words";

export function hoodContour(answer: HoodAnswer, record: GameRecord, words: Words): Child[] {
  const hood = answer.hood as ContourHood | undefined;
  if (!hood) return [h("p", { class: "soft" }, "A limit was reached before all was counted.")];
  const { rows, columns } = record.board as ContourBoard;
  return [
    h(
      "p",
      {},
      "All that the method keeps of a position is its contour: the path from the bottom left corner to the top right one, ",
      h("b", {}, "U"),
      " up and ",
      h("b", {}, "R"),
      " to the right. Each ",
      h("b", {}, "UR"),
      " is a cell that can be taken; taking it makes it ",
      h("b", {}, "RU"),
      ".",
    ),
    word(hood.contour, rows, words),
    h(
      "p",
      {},
      `A path of ${rows} steps up and ${columns} to the right: the board has ${large(hood.of)} of them. This one is number ${large(hood.address)}, which is where its value stands in the table; the full board is number 0, and a move takes a constant off.`,
    ),
    ...levels(hood),
  ];
}

/** Steps that are corners of moves; the cell of each. */
export function corners(contour: string, rows: number): Map<number, string> {
  const found = new Map<number, string>();
  let [row, column] = [rows, 0];
  for (let at = 0; at < contour.length; at += 1) {
    if (contour[at] === "R") column += 1;
    else {
      row -= 1;
      if (contour[at + 1] === "R") found.set(at, cellName(row, column));
    }
  }
  return found;
}

function word(contour: string, rows: number, words: Words): HTMLElement {
  const moves = corners(contour, rows);
  const tiles: HTMLElement[] = [];
  for (let at = 0; at < contour.length; at += 1) {
    const move = moves.get(at);
    const step = (index: number) => h("span", { class: contour[index] === "U" ? "step up" : "step" }, contour[index] ?? "");
    if (move === undefined) tiles.push(step(at));
    else {
      tiles.push(h("span", { class: "corner" }, h("span", { class: "steps" }, step(at), step(at + 1)), words.place(move)));
      at += 1;
    }
  }
  return h("div", { class: "word", role: "group", "aria-label": `The contour: ${contour}` }, ...tiles);
}

function levels(hood: ContourHood): Child[] {
  const still = `${count(hood.ideals)} of them can still be reached from here, with ${hood.left} ${hood.left === 1 ? "cell" : "cells"} left.`;
  if (!hood.levels || hood.levels.length < 2) return [h("p", {}, still)];
  const most = hood.levels.reduce((one, other) => (BigInt(one) >= BigInt(other) ? one : other));
  return [
    h("p", {}, `${still} By the number of cells taken from here on:`),
    plot({
      values: hood.levels,
      here: 0,
      label: `Contours by the number of cells taken: from 1 here, at most ${large(most)}, to 1 at the full board`,
      ends: ["here", `all ${hood.left} taken`],
      peak: true,
    }),
    h("p", { class: "soft" }, `The sweep goes from the right to the left, and a level needs only the one before it: at most ${large(most)} values at a time.`),
  ];
}
