/**
 * Under the hood, at Hex: the sweep cell by cell, how many frontiers there are after each, and those after one of them. The
 * slider stays while answers come and go, so that it can be drawn along.
 */

import { fill, h, say } from "../dom";
import { count, percent } from "../format";
import type { GameRecord, HexBoard } from "../types";
import { letter, picture, spoken } from "./frontier";
import { large } from "./numbers";
import type { HoodPanel, ReasonsEvents } from "./panel";
import { plot } from "./plot";
import type { Frontier, HexHood } from "./shapes";

/** So many are drawn at first. */
const SHOWN = 12;

const LEGEND =
  "s: joined to the start, or as good as that; a letter: joined to the others of that letter; empty: no stone that matters. Beside it: how likely play leads there, and the odds from there on.";

export function hexHood(events: ReasonsEvents): HoodPanel {
  const intro = h("p", {});
  const slider = h("input", { type: "range", min: 1, max: 1, value: 1, class: "sweep-slider", "aria-label": "Cells swept" });
  const after = h("output", { class: "sweep-after" });
  const row = h("div", { class: "sweep-row" }, slider, after);
  const counts = h("div", {});
  const told = h("p", {});
  const legend = h("p", { class: "soft" }, LEGEND);
  const list = h("ul", { class: "frontiers" });
  const more = h("button", { type: "button", class: "button ghost" });
  const element = h("div", { class: "reasons reasons-hood" });
  let order: readonly string[] = [];
  let asked: string | null = null;
  let shown: HexHood | null = null;
  let all = false;

  slider.addEventListener("input", () => {
    const cell = order[Number(slider.value) - 1];
    if (cell === undefined || cell === asked) return;
    asked = cell;
    say(after, `after ${cell}`);
    events.after(cell);
  });

  const frontiers = (hood: HexHood, board: HexBoard) => {
    const some = hood.frontiers.slice(0, all ? undefined : SHOWN);
    fill(list, ...some.map((frontier) => card(frontier, hood, board, events)));
    more.hidden = some.length === hood.frontiers.length;
    say(more, `Show ${hood.frontiers.length - some.length} more`);
    more.onclick = () => {
      all = true;
      frontiers(hood, board);
    };
  };

  return {
    element,
    draw: (answer, record: GameRecord) => {
      const now = answer && answer.position === record.position ? ((answer.hood as HexHood | undefined) ?? null) : null;
      if (now === shown) return;
      shown = now;
      if (!now) {
        // While the next answer is on its way the last one stands; without any there is nothing.
        if (!answer) return;
        fill(element, h("p", { class: "soft" }, "A limit was reached before all was known."));
        return;
      }
      if (element.firstChild !== intro) fill(element, intro, row, counts, told, legend, list, more);
      order = now.order;
      slider.max = String(order.length);
      if (asked === null || asked === now.after || document.activeElement !== slider) slider.value = String(now.swept);
      say(after, `after ${now.after}`);
      asked = now.after;
      const others = `${now.colour}’s stones`;
      say(
        intro,
        `Random play fills the board, so the method sweeps through it cell by cell, between ${now.along}, and asks only what the swept part can still mean: which of ${others} on its edge are joined to the start, and which to each other. That is a frontier.`,
      );
      const most = Math.max(...now.counts);
      fill(
        counts,
        plot({
          values: now.counts.map(String),
          here: now.swept,
          label: `Frontiers after each cell of the sweep: ${now.of} after ${now.after}, ${most} at most`,
          ends: ["none swept", `all ${order.length}`],
        }),
      );
      say(
        told,
        `After ${now.after} there are ${large(now.fillings)} fillings of the cells swept, but only ${count(now.of)} ${now.of === 1 ? "frontier" : "frontiers"}. ${percent(now.lost.share)} per cent of play has lost by then: no way to the start is left.`,
      );
      all = false;
      frontiers(now, record.board as HexBoard);
    },
  };
}

/** A frontier: looked at, its cells have their letters on the board. */
function card(frontier: Frontier, hood: HexHood, board: HexBoard, events: ReasonsEvents): HTMLElement {
  const names = frontier.cells.map(({ cell }) => cell);
  const letters = new Map(frontier.cells.map((cell) => [cell.cell, letter(cell)]));
  const mark = () => events.mark?.({ names, letters });
  const clear = () => events.mark?.(null);
  const share = h("span", { class: "bar" });
  share.style.setProperty("--part", String(frontier.share / Math.max(hood.frontiers[0]?.share ?? 1, 1e-9)));
  const label = `${spoken(frontier)}: ${percent(frontier.share)} per cent of play, then ${hood.colour} connects with ${percent(frontier.odds)} per cent`;
  return h(
    "li",
    {},
    h(
      "button",
      { type: "button", class: "frontier", "aria-label": label, onpointerenter: mark, onpointerleave: clear, onfocus: mark, onblur: clear },
      picture(frontier, board.rows, board.columns),
      h("span", { class: "figures" }, h("span", {}, `${percent(frontier.share)}%`), share, h("span", { class: "soft" }, `${large(frontier.ways)} ways`)),
      h("span", { class: "odds" }, h("b", {}, `${percent(frontier.odds)}%`), h("span", { class: "soft" }, ` ${hood.colour}`)),
    ),
  );
}
