/** Why, at Dots and Boxes: the pieces, the choice to take all or to hand back, what control is worth, what moves do. */

import { called, colours } from "../boards/dots-pieces";
import { type Child, h } from "../dom";
import { signed } from "../format";
import type { GameRecord, WhyAnswer } from "../types";
import type { Control, DotsReasons, Group, Offer, Piece } from "./shapes";
import { formula, more, ROWS, table, type Words } from "./words";

export function whyDots(answer: WhyAnswer, record: GameRecord, words: Words): Child[] {
  const why = answer.why as DotsReasons;
  const mover = record.players[record.to_move];
  return [
    pieces(why, words),
    choice(why.now, mover),
    ...(why.says ?? []).map((text) => words.sentence(text)),
    control(why.control),
    groups(why, words, mover),
  ];
}

/** Each piece in its colour; looked at, its boxes are marked. */
function pieces(why: DotsReasons, words: Words): Child {
  const colour = colours(why.pieces);
  const chips = why.pieces.slice(0, 40).map((piece) => {
    const chip = words.term(piece.boxes, called(piece), h("span", { class: "kind" }, kind(piece)));
    const number = colour.get(piece);
    chip.classList.add("chip", number === undefined ? "chip-open" : `chip-${number}`);
    return h("li", {}, chip);
  });
  if (why.junctions.length > 0) {
    const boxes = why.junctions.map(({ box }) => box);
    const words_ = why.junctions.length === 1 ? "junction" : "junctions";
    const chip = words.term(boxes, `◇ ${boxes.length}`, h("span", { class: "kind" }, words_));
    chip.classList.add("chip", "chip-open");
    chips.push(h("li", {}, chip));
  }
  return chips.length > 0 && h("ul", { class: "chips" }, ...chips);
}

function kind(piece: Piece): string {
  return piece.kind === "chain" && piece.size >= 3 ? "long chain" : piece.kind;
}

/** Two ways to go on, side by side: the better one stands out. */
function choice(now: Offer, mover: string): Child {
  if (now.take_all === undefined || now.handing_back === undefined) return null;
  const way = (what: string, margin: number, better: boolean) =>
    h(
      "li",
      { class: better ? "way better" : "way" },
      h("span", { class: "amount" }, signed(margin)),
      h("span", { class: "of" }, what),
      better ? h("span", { class: "verdict" }, "better") : null,
    );
  const keep = now.boxes - now.hand_back;
  const back = keep > 0 ? `take ${keep}, hand ${now.hand_back} back` : `hand ${now.hand_back} back`;
  return h(
    "ul",
    { class: "ways", "aria-label": `What ${mover} can do with the boxes to take` },
    way(`take all ${now.boxes}`, now.take_all, now.better === "take all"),
    way(back, now.handing_back, now.better === "hand back"),
  );
}

function control(of: Control | undefined): Child {
  if (!of || of.clause === "nothing") return null;
  return formula(
    "What control is worth",
    { value: signed(of.fcv), name: "fcv" },
    "+",
    { value: signed(of.tb), name: "tb" },
    "=",
    { value: signed(of.c), name: "c, kept to the end" },
    "→",
    { value: signed(of.v), name: "v, best play", strong: true },
  );
}

function groups(why: DotsReasons, words: Words, mover: string): Child {
  if (why.groups.length === 0) return null;
  const piece = new Map(why.moves.map((move) => [move.move, move.piece]));
  const boxes = new Map(why.pieces.map(({ name, boxes }) => [name, boxes]));
  const rows = why.groups.slice(0, ROWS).map((group) => {
    const names = [...new Set(group.moves.flatMap((move) => piece.get(move) ?? []))];
    const terms = names.map((name) => words.term(boxes.get(name) ?? [], name));
    const margin = group.margin === undefined ? "?" : signed(group.margin);
    const loss = group.best ? "best" : group.behind === undefined ? "" : String(group.behind);
    return [[margin], [loss], does(group, terms), words.places(group.moves, 2)];
  });
  return h(
    "div",
    {},
    table([[`${mover}`], ["behind"], ["what the move does"], ["moves"]], rows, [0, 1]),
    more(why.groups.length),
  );
}

/** What the moves of a group do to pieces, and what comes of it. */
function does(group: Group, pieces: readonly HTMLElement[]): Child[] {
  const boxes = (count: number) => `${count} ${count === 1 ? "box" : "boxes"}`;
  const parts: Child[] = [];
  if (group.does === "takes") parts.push(`takes ${boxes(group.closes)}`);
  else if (group.does === "hands back") parts.push(`hands ${boxes(group.then.boxes)} back`);
  else if (group.does === "opens" && group.size !== undefined) {
    const kind = group.kind ?? "piece";
    if (pieces.length <= 3) parts.push(`opens ${kind} `, ...pieces.flatMap((term, at) => (at > 0 ? ["/", term] : [term])));
    else parts.push(`opens one of ${pieces.length} ${kind}s`);
    parts.push(` of ${group.size}${group.handout ? `, ${group.handout}` : ""}`);
  } else parts.push(group.does);
  if (group.loony) parts.push(" ", h("span", { class: "badge" }, "loony"));
  const { then } = group;
  if (then.boxes > 0 && group.does !== "hands back") {
    const who = group.closes > 0 ? "then" : "the other";
    const back = then.better === "hand back" && then.hand_back > 0;
    const taken = back ? then.boxes - then.hand_back : then.boxes;
    const takes = group.closes > 0 ? "take" : "takes";
    const hands = group.closes > 0 ? "hand" : "hands";
    const and = back ? `${taken > 0 ? " and" : ""} ${hands} ${then.hand_back} back` : "";
    parts.push(h("span", { class: "soft" }, ` → ${who}${taken > 0 ? ` ${takes} ${taken}` : ""}${and}`));
  }
  return parts;
}
