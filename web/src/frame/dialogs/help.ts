/** What the keys do, and what the numbers mean. */

import { h } from "../../dom";
import { EXAMPLES } from "../../examples";
import { load, save } from "../../settings";
import { dialog, type Dialog } from "./dialog";

const KEYS: [string[], string][] = [
  [["←", "→"], "back and forward in the game; on the board, from move to move"],
  [["↑", "↓"], "the branch beside this one; on the board, from move to move"],
  [["Home", "End"], "to the start, to the end"],
  [["b"], "to the board"],
  [["Enter"], "play the move that the keyboard is on"],
  [["Space"], "play the best move"],
  [["u", "r"], "undo, redo"],
  [["v", "h"], "values on the board, or not; heat, or not"],
  [["g"], "guess first, or not"],
  [["f"], "flip the board"],
  [["e"], "edit the position"],
  [["n", "o"], "a new position; how it is solved"],
  [["i", "x", "s"], "import, export, share"],
  [["?"], "this help"],
  [["Escape"], "close, stop the analysis, leave the editor"],
];

export function helpDialog(): Dialog {
  const keys = h("dl", { class: "keys" }, ...KEYS.flatMap(([names, what]) => [h("dt", {}, ...names.map((name) => h("kbd", {}, name))), h("dd", {}, what)]));
  const letters = h("input", { type: "checkbox", checked: load().letters !== false, onchange: () => save({ letters: letters.checked }) });
  const body = h("div", { class: "help" },
    h("p", {}, "Every number is exact: margins are points ahead with best play from here, for the side to move; odds are fractions, shown in per cent. A value that a limit cut short is called unknown, and never ranked."),
    h("h3", {}, "Contour"), h("p", {}, EXAMPLES.contour.about),
    h("h3", {}, "Hex"), h("p", {}, EXAMPLES.hex.about),
    h("h3", {}, "Dots and Boxes"), h("p", {}, EXAMPLES.dots.about),
    h("h3", {}, "Keys"), keys, h("label", { class: "letters" }, letters, " letters and signs are keys"),
    h("h3", {}, "For programs"), h("p", {}, "All that is on this page can be asked for over HTTP: ", h("a", { href: "/api" }, "the API"), "."));
  return dialog("Help", body);
}
