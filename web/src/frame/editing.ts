/** The panel beside a board that is edited: what is done with it, and what each game has beside its board. */

import { fill, h, refill, say, type Child } from "../dom";
import { sentenceOf } from "../format";
import type { Session } from "../session/session";
import type { State } from "../store";
import type { ContourBoard, Side } from "../types";
import { memo, type Panel } from "./panel";
import { button, choice, paragraph } from "./parts";

const HOW: Record<State["game"], string> = {
  contour: "Press a cell on the board to take all before it in its row, or change the scores below.",
  hex: "Press a cell to put down a stone, and again for the other colour, and for none.",
  dots: "Press a line to draw it, or to take it away.",
};

/** A Hex position in the notation with another side to move. */
export function withTurn(position: string, side: Side): string {
  const turn = side === "first" ? "w" : "b";
  return TURN.test(position) ? position.replace(TURN, `:${turn}`) : `${position}:${turn}`;
}

const TURN = /:[wb](?=$|:)/;

function isContour(board: unknown): board is ContourBoard {
  return typeof board === "object" && board !== null && "taken" in board;
}

export function editPanel(session: Session): Panel {
  const error = h("p", { class: "trouble", role: "alert" });
  const tools = h("div", { class: "row" });
  const extra = h("div", { class: "edit-extra" });
  const done = button("Done", () => void session.editor.done(), { kind: "main" });
  const element = h("section", { class: "card editing", "aria-label": "Edit the position" }, h("h2", {}, "Edit the position"),
    h("p", { class: "soft how" }), error, tools,
    // Above the scores, which may be many.
    h("div", { class: "row" }, done, button("Undo", () => session.editor.undo(), { key: "u" }), button("Cancel", () => session.editor.cancel(), { key: "Escape" })), extra);
  const toMove = choice<Side>("Side to move", [["first", "White to move"], ["second", "Black to move"]], (side) => {
    const position = session.state.edit?.position;
    if (position) void session.editor.replace(withTurn(position, side));
  });

  let state: State;
  let tables: { board: string; element: HTMLElement } | null = null;

  const table = (board: ContourBoard, which: Side): HTMLElement => {
    const cell = (row: number, column: number): HTMLElement => {
      const input = h("input", { type: "number", inputmode: "numeric", "aria-label": `${which === "first" ? "First" : "Second"}, row ${row + 1}, column ${column + 1}`, value: board[which][row]?.[column] ?? 0 });
      input.addEventListener("change", () => {
        const now = session.state.edit?.board;
        if (!isContour(now) || input.value === "") return;
        const scores = now[which].map((line, at) => line.map((score, other) => (at === row && other === column ? Number(input.value) : score)));
        void session.editor.change({ ...now, [which]: scores });
      });
      return h("td", {}, input);
    };
    return h("table", { class: `scores ${which}` }, h("caption", {}, which === "first" ? "First's scores" : "Second's scores"),
      h("tbody", {}, ...board[which].map((line, row) => h("tr", {}, ...line.map((_, column) => cell(row, column))))));
  };

  const beside = (): void => {
    const board = state.edit?.board;
    if (isContour(board)) {
      // Drawn anew only when the scores are other ones than the fields have: typing goes on in place.
      const key = `${board.rows} ${board.columns} ${JSON.stringify([board.first, board.second])}`;
      const fields = tables?.element.contains(document.activeElement);
      if (tables?.board === key || (fields && tables)) return;
      const both = h("div", { class: "score-tables" }, table(board, "first"), table(board, "second"));
      tables = { board: key, element: both };
      fill(extra, both);
      return;
    }
    tables = null;
    fill(extra, state.game === "hex" ? toMove.element : null);
    toMove.draw(state.edit?.position ? (/:b(?=$|:)/.test(state.edit.position) ? "second" : "first") : null);
  };

  const draw = memo(() => {
    const { edit } = state;
    element.hidden = edit === null;
    if (!edit) {
      tables = null;
      return;
    }
    say(element.querySelector(".how") ?? element, HOW[state.game]);
    say(error, edit.error === null ? "" : sentenceOf(edit.error));
    error.hidden = edit.error === null;
    done.disabled = edit.position === null;
    const shape = edit.board as { rows: number; columns: number };
    const size = `${shape.rows}x${shape.columns}`;
    const parts: Child[] = [
      button("Clear", () => void session.editor.clear(), {}),
      state.game === "dots" ? button("Draw all borders", () => void session.editor.replace(`${size}:swedish`)) : null,
      button("Random", () => void session.editor.random(size), {}),
      paragraph("size-tools", button("\u2212 row", () => void session.editor.resize(-1, 0)), button("+ row", () => void session.editor.resize(1, 0)),
        button("\u2212 column", () => void session.editor.resize(0, -1)), button("+ column", () => void session.editor.resize(0, 1))),
    ];
    refill(tools, parts);
    beside();
  });
  return {
    element,
    draw: (now) => {
      state = now;
      draw(now.edit, now.game);
    },
  };
}
