/** Why, at Hex: how often each cell decides who connects, and what a stone there gains. */

import { type Child, h } from "../dom";
import { MINUS, named, percent, viewText } from "../format";
import type { GameRecord, WhyAnswer } from "../types";
import type { HexReasons } from "./shapes";
import { table, type Words } from "./words";

/** The likeliest to decide; the board shows all. */
const ROWS = 10;

export function whyHex(answer: WhyAnswer, record: GameRecord, words: Words): Child[] {
  const why = answer.why as HexReasons;
  const told: Child[] = (why.says ?? []).map((text) => words.sentence(text));
  if (why.cells.length === 0) return told;
  const part = (cell: HexReasons["cells"][number]) => ("float" in cell.pivotal ? cell.pivotal.float : 0);
  const most = Math.max(...why.cells.map(part), 1e-9);
  const values = new Map(answer.moves.map((move) => [move.move, move]));
  const rows = why.cells.toSorted((one, other) => part(other) - part(one)).slice(0, ROWS).map((cell) => {
    const value = values.get(cell.cell)?.value.mover;
    const bar = h("span", { class: "bar" });
    bar.style.setProperty("--part", String(part(cell) / most));
    const gain = gained(cell.gain.float);
    return [[words.place(cell.cell)], [value ? viewText(value) : ""], [gain], [percent(part(cell)), bar]];
  });
  const headings = [["move"], ["odds"], ["gain"], ["decides, %"]];
  told.push(table(headings, rows, [1, 2, 3]));
  const mover = named(record, record.to_move);
  told.push(
    h(
      "p",
      { class: "soft" },
      `A cell decides where whoever has it connects, all others being filled as they are. Gain: ${mover}'s odds with a stone there, less its odds now.`,
    ),
  );
  return told;
}

/** In per cent, with its sign; what rounds to nothing has none. */
function gained(part: number): string {
  const points = (100 * part).toFixed(1);
  if (Number(points) === 0) return "0.0";
  return part < 0 ? points.replace("-", MINUS) : `+${points}`;
}
