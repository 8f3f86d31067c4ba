/** Why, at Contour: half of lead and rest, and what each move takes, leaves and opens. */

import { type Child, h } from "../dom";
import { behindText, signed, viewText } from "../format";
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
  const behind = new Map(answer.moves.map((move) => [move.move, move]));
  const rows = why.moves.slice(0, ROWS).map((move) => {
    const of = behind.get(move.move);
    const loss = of?.best ? "best" : of?.behind ? behindText(of.behind) : "";
    return [[words.move(move.move)], [loss], [signed(move.own)], [signed(move.other)], leaves(move), opens(move, words), reply(move, words)];
  });
  const headings = ["move", "behind", "own", "other's", "leaves", "opens", "answered by"].map((name) => [name]);
  told.push(table(headings, rows, [1, 2, 3, 4]), more(why.moves.length));
  told.push(
    h(
      "p",
      { class: "soft" },
      "Own and other's score add up to a cell's swing: whoever takes it also keeps it from the other. Leaves: what the other side then gains in swings.",
    ),
  );
  return told;
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
