/** Why, at Hex: how often each cell decides who connects, and what a stone there gains. */

import { type Child, h } from "../dom";
import { MINUS, percent, viewText } from "../format";
import type { GameRecord, WhyAnswer } from "../types";
import type { HexReasons } from "./shapes";
import { more, ROWS, table, type Words } from "./words";

export function whyHex(answer: WhyAnswer, record: GameRecord, words: Words): Child[] {
  const why = answer.why as HexReasons;
  const told: Child[] = (why.says ?? []).map((text) => words.sentence(text));
  if (why.cells.length === 0) return told;
  const part = (cell: HexReasons["cells"][number]) => ("float" in cell.pivotal ? cell.pivotal.float : 0);
  const most = Math.max(...why.cells.map(part), 1e-9);
  const values = new Map(answer.moves.map((move) => [move.move, move]));
  const rows = why.cells.slice(0, ROWS).map((cell) => {
    const value = values.get(cell.cell)?.value.mover;
    const bar = h("span", { class: "bar" });
    bar.style.setProperty("--part", String(part(cell) / most));
    const { float } = cell.gain;
    const gain = `${float < 0 ? MINUS : "+"}${percent(Math.abs(float))}`;
    return [[words.place(cell.cell)], [value ? viewText(value) : ""], [gain], [percent(part(cell)), bar]];
  });
  const headings = [["move"], ["odds"], ["gain"], ["decides, %"]];
  told.push(table(headings, rows, [1, 2, 3]), more(why.cells.length));
  const mover = record.players[record.to_move];
  told.push(
    h(
      "p",
      { class: "soft" },
      `A cell decides where whoever has it connects, all others being filled as they are. Gain: ${mover}'s odds with a stone there, less its odds now.`,
    ),
  );
  return told;
}
