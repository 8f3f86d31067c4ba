/** The best line: each ply can be pressed, and the board goes there. */

import { fill, h, say } from "../dom";
import { other, viewText } from "../format";
import type { Session } from "../session/session";
import { analysisOf, hidden, hiddenText, type State, unanswered } from "../store";
import type { LinePly, Side } from "../types";
import { memo, type Panel } from "./panel";
import { mark, section } from "./parts";

/** The names that a line has for the side to move; any other name is the other side. */
function sideOf(ply: LinePly, first: LinePly | undefined, toMove: Side): Side {
  return ply.side === first?.side ? toMove : other(toMove);
}

export function linePanel(session: Session): Panel {
  const { element, body, note } = section("line", "Best line", (name, open) => session.section(name, open));
  const list = h("ol", { class: "line" });
  const empty = h("p", { class: "soft" });
  const whole = h("li", {}, h("button", { type: "button", class: "ply to-end", onclick: () => void session.analyst.line() }, "\u2026 to the end"));
  body.append(list, empty);
  let state: State;
  const draw = memo(() => {
    const { record } = state;
    const line = hidden(state) || state.edit ? null : state.line;
    const plies = line && record ? line.line : [];
    const moves = plies.map((ply) => ply.move);
    fill(list, ...plies.map((ply, at) => {
      const side = record ? sideOf(ply, plies[0], record.to_move) : "first";
      return h("li", {}, h("button", {
        type: "button", class: `ply ${side}`, title: `before it: ${viewText(ply.value.mover)} for the mover`,
        onclick: () => void session.navigation.playLine(moves.slice(0, at + 1)),
        onpointerenter: at === 0 ? () => session.preview.hover(ply.move) : null,
        onpointerleave: at === 0 ? () => session.preview.hover(null) : null,
      }, mark(side), ply.move));
    }));
    if (line && !line.complete && plies.length > 0) list.append(whole);
    say(note, line && plies.length > 0 ? (line.complete ? `${plies.length} plies, to the end` : `first ${plies.length} plies`) : "");
    say(empty, record?.moves.length === 0 ? "The game is over." : hiddenText(state) || (state.lineError ?? "") || (analysisOf(state) && !line ? "Working\u2026" : ""));
    empty.hidden = empty.textContent === "";
  });
  return {
    element,
    draw: (now) => {
      state = now;
      element.open = now.open.has("line");
      element.hidden = now.edit !== null || unanswered(now);
      draw(now.record, analysisOf(now), now.line, now.lineError, now.mode, now.guess, now.match, now.puzzles, now.edit);
    },
  };
}
