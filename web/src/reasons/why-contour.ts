/** Why, at Contour: half of lead and rest, and what each move takes, leaves and opens. */

import { type Child, h } from "../dom";
import { signed, viewText } from "../format";
import type { GameRecord, WhyAnswer } from "../types";
import type { ContourMoveReasons, ContourReasons } from "./shapes";
import { formula, more, ROWS, table, type Words } from "./words";

export function whyContour(answer: WhyAnswer, record: GameRecord, words: Words): Child[] {
  const why = answer.why as ContourReasons;
  const value = answer.value.mover;
  const mover = record.players[record.to_move];
  const told: Child[] = [];
  if (why.rest !== undefined && value.certainty === "exact" && "margin" in value) {
    told.push(
      formula(
        "The value is half of lead and rest",
        "(",
        { value: signed(why.lead), name: "lead" },
        "+",
        { value: signed(why.rest), name: "rest" },
        ") ∕ 2 =",
        { value: signed(value.margin), name: `${mover}'s margin`, strong: true },
      ),
    );
  }
  told.push(...(why.says ?? []).map((text) => words.sentence(text)));
  if (why.moves.length === 0) return told;
  const rows = why.moves
    .slice(0, ROWS)
    .map((move) => [[words.move(move.move)], swing(move), leaves(move), opens(move, words), reply(move, words)]);
  const headings = ["move", "swing", "leaves", "opens", "answer"].map((name) => [name]);
  told.push(table(headings, rows, [1, 2]), more(why.moves.length));
  told.push(
    h(
      "p",
      { class: "soft" },
      `Swing: ${mover}'s score of the cell and the other's, which it keeps from it. Leaves: the swings that the other side then gains on ${mover}.`,
    ),
  );
  return told;
}

function swing({ own, other, swing }: ContourMoveReasons): Child[] {
  const sum = `${amount(own)} + ${other < 0 ? `(${amount(other)})` : amount(other)} = `;
  return [h("span", { class: "soft" }, sum), amount(swing)];
}

/** Without a plus: it is a sum's. */
function amount(points: number): string {
  return points < 0 ? signed(points) : String(points);
}

function leaves({ leaves }: ContourMoveReasons): Child[] {
  return [leaves === undefined ? "" : signed(leaves)];
}

function opens({ opens }: ContourMoveReasons, words: Words): Child[] {
  return words.places(opens.map(({ name }) => name), 2);
}

function reply({ reply }: ContourMoveReasons, words: Words): Child[] {
  if (!reply) return [""];
  return [words.term([reply.move], reply.move), ` ${viewText(reply.value.mover)}`];
}
