/**
 * Sentences and names in which whatever stands for a place on the board is a term: looked at, it lights up there; a move is also
 * played by a click.
 */

import { readCell, readEdge } from "../boards/places";
import { type Child, h } from "../dom";
import type { GameRecord } from "../types";
import type { ReasonsEvents } from "./panel";

/** Cells and edges as they stand in a sentence. */
const NAMES = /\b(?:[hv],\d+,\d+|[a-z]{1,2}[1-9]\d*)\b/g;

export class Words {
  private readonly events: ReasonsEvents;
  private readonly record: GameRecord;
  private readonly moves: ReadonlySet<string>;

  constructor(events: ReasonsEvents, record: GameRecord) {
    this.events = events;
    this.record = record;
    this.moves = new Set(record.moves);
  }

  /** A sentence in which each name of a place is a term. */
  sentence(text: string): HTMLParagraphElement {
    return h("p", {}, ...this.linked(text));
  }

  linked(text: string): Child[] {
    const parts: Child[] = [];
    let from = 0;
    for (const found of text.matchAll(NAMES)) {
      const [name] = found;
      if (!this.isPlace(name)) continue;
      parts.push(text.slice(from, found.index), this.place(name));
      from = found.index + name.length;
    }
    parts.push(text.slice(from));
    return parts;
  }

  /** A place: a move, if it is one. */
  place(name: string): HTMLElement {
    return this.moves.has(name) ? this.move(name) : this.term([name], name);
  }

  move(name: string): HTMLElement {
    const { events } = this;
    return h(
      "button",
      {
        type: "button",
        class: "term term-move",
        title: `Play ${name}`,
        onpointerenter: () => events.hover(name),
        onpointerleave: () => events.hover(null),
        onfocus: () => events.hover(name),
        onblur: () => events.hover(null),
        onclick: () => events.play(name),
      },
      name,
    );
  }

  /** Anything that stands for places: they are marked while it is looked at. */
  term(names: readonly string[], ...says: Child[]): HTMLElement {
    const mark = () => this.events.mark?.({ names });
    const clear = () => this.events.mark?.(null);
    const listen = { onpointerenter: mark, onpointerleave: clear, onfocus: mark, onblur: clear };
    return h("button", { type: "button", class: "term", ...listen }, ...says);
  }

  /** Several places, one after the other; no more than so many. */
  places(names: readonly string[], most: number): Child[] {
    const told: Child[] = names.slice(0, most).flatMap((name, index) => [index > 0 ? " " : "", this.place(name)]);
    const rest = names.slice(most);
    if (rest.length > 0) told.push(" ", this.term(names, `+${rest.length}`));
    return told;
  }

  private isPlace(name: string): boolean {
    const { board, game } = this.record;
    const edge = readEdge(name);
    if (edge) return game === "dots" && edge.row <= board.rows && edge.column <= board.columns;
    const cell = readCell(name);
    return cell !== null && cell.row < board.rows && cell.column < board.columns;
  }
}

/** A table with a row of headings; numbers are right-aligned by their class. */
export function table(headings: readonly Child[][], rows: readonly (readonly Child[][])[], numeric: readonly number[]): HTMLElement {
  const kind = (column: number) => (numeric.includes(column) ? "number" : null);
  return h(
    "div",
    { class: "table-room" },
    h(
      "table",
      { class: "reasons-table" },
      h("thead", {}, h("tr", {}, ...headings.map((told, at) => h("th", { scope: "col", class: kind(at) }, ...told)))),
      h("tbody", {}, ...rows.map((row) => h("tr", {}, ...row.map((told, at) => h("td", { class: kind(at) }, ...told))))),
    ),
  );
}

/** Numbers and signs in a row, each number with its name below: `(−2 + 16) / 2 = 7`. */
export function formula(label: string, ...parts: (string | { value: string; name: string; strong?: boolean })[]): HTMLElement {
  const told = parts.map((part) =>
    typeof part === "string"
      ? h("span", { class: "sign" }, part)
      : h(
          "span",
          { class: part.strong ? "quantity strong" : "quantity" },
          h("span", { class: "amount" }, part.value),
          h("span", { class: "of" }, part.name),
        ),
  );
  return h("div", { class: "formula", role: "group", "aria-label": label }, ...told);
}

/** No more rows than these in a table: the board shows all. */
export const ROWS = 24;

export function more(rows: number): Child {
  return rows > ROWS && h("p", { class: "soft" }, `and ${rows - ROWS} more`);
}
