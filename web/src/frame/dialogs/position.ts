/** A new position: its size, what is drawn from the start, or one made up. */

import { ApiError, api, isAbort } from "../../api";
import { fill, h, refill, say } from "../../dom";
import { SIZES } from "../../examples";
import type { Session } from "../../session/session";
import { button, numberField, select } from "../parts";
import { actions, dialog, type Dialog } from "./dialog";

export function positionDialog(session: Session): Dialog {
  const presets = h("div", { class: "row presets" });
  const rows = numberField("Rows", 5, 1, 1000);
  const columns = numberField("Columns", 5, 1, 1000);
  const borders = h("div", {});
  const error = h("p", { class: "trouble", role: "alert", hidden: true });
  const busy = h("p", { class: "soft", role: "status" });
  let border = "american";

  const go = async (random: boolean, size = `${rows.input.value}x${columns.input.value}`): Promise<void> => {
    const { state } = session;
    const signal = self.asking();
    error.hidden = true;
    try {
      const made = state.game === "contour" || random;
      say(busy, made ? "A position is being made\u2026" : "");
      const start = made ? await generated(session, size, random, signal) : state.game === "dots" && border !== "american" ? `${size}:${border}` : size;
      // The server reads it first: what is no position is said here, and the board stays.
      const { position } = await api.show(state.game, start, signal);
      if (signal.aborted) return;
      self.close();
      session.dismissFirstVisit();
      await session.navigation.start(position);
    } catch (problem) {
      if (isAbort(problem) || signal.aborted) return;
      if (!(problem instanceof ApiError)) throw problem;
      say(busy, "");
      say(error, problem.message);
      error.hidden = false;
    }
  };

  const form = h("form", { method: "dialog", onsubmit: (event: SubmitEvent) => { event.preventDefault(); void go(false); } },
    presets, h("div", { class: "row" }, rows.element, columns.element), borders, busy, error,
    actions(h("button", { type: "submit", class: "button main" }, "Empty board"), button("Random position", () => void go(true))));
  const self = dialog("New position", form, () => {
    const { game, record } = session.state;
    error.hidden = true;
    say(busy, "");
    rows.input.value = String(record?.board.rows ?? 5);
    columns.input.value = String(record?.board.columns ?? 5);
    fill(presets, ...SIZES[game].map((size) => button(size.replace("x", " \u00d7 "), () => void go(false, size))));
    fill(borders, game !== "dots" ? null : select("Drawn from the start", [["american", "nothing"], ["icelandic", "top and left"], ["swedish", "all borders"]], border, (value) => { border = value; }));
    const submit = form.querySelector("[type=submit]");
    if (submit) say(submit, game === "contour" ? "New scores, nothing taken" : "Empty board");
  });
  return self;
}

/** A position made up by the server: at Contour with scores, and with cells taken only if asked for. */
async function generated(session: Session, size: string, random: boolean, signal: AbortSignal): Promise<string> {
  const seed = crypto.getRandomValues(new Uint32Array(1))[0] ?? 1;
  const [rows = 1, columns = 1] = size.split("x").map(Number);
  const taken = session.state.game === "contour" && random ? Math.floor((rows * columns) / 3) : undefined;
  const { found: [found] } = await api.generate(session.state.game, { size, seed, count: 1, taken, time: "5s" }, signal);
  if (found === undefined) throw new ApiError({ kind: "error", status: 0, code: "unknown", error: `no position was found on ${size}` });
  return typeof found === "string" ? found : found.position;
}

/** How the game is played and solved: Hex's two games, whose turn it is, the method. */
export function optionsDialog(session: Session): Dialog {
  const body = h("div", { class: "options" });
  const draw = (): void => {
    const { state } = session;
    const { options, game } = state;
    const change = (part: Partial<typeof options>): void => {
      void session.navigation.options({ ...session.state.options, ...part });
      queueMicrotask(draw);
    };
    const about = state.games.find((one) => one.name === (game === "hex" && options.play === "perfect" ? "hex-perfect" : game));
    const methods: [string, string][] = [["", "whichever fits"], ...(about?.methods ?? []).map(({ name, summary }): [string, string] => [name, `${name}: ${summary}`])];
    const coin = options.turns.startsWith("coin");
    const probability = h("input", { type: "text", value: options.turns.split(":")[1] ?? "1/2", "aria-label": "Probability that White fills the next cell" });
    probability.addEventListener("change", () => change({ turns: probability.value.trim() === "1/2" ? "coin" : `coin:${probability.value.trim()}` }));
    refill(body, [
      game === "hex" ? select("Both sides", [["random", "fill cells at random"], ["perfect", "play perfectly (small boards)"]], options.play, (play) => change({ play: play as "random" | "perfect", method: "" })) : null,
      game === "hex" && options.play === "random" ? select("Turns", [["alternating", "alternate"], ["coin", "are thrown by a coin"]], coin ? "coin" : "alternating", (turns) => change({ turns })) : null,
      game === "hex" && options.play === "random" && coin ? h("label", { class: "field" }, h("span", {}, "White moves with probability"), probability) : null,
      about && about.methods.length > 0 ? h("details", { open: options.method !== "" }, h("summary", {}, "Advanced"), select("Method", methods, options.method, (method) => change({ method }))) : null,
      about ? h("p", { class: "soft" }, `${about.title}: ${about.summary}.`) : null,
    ]);
  };
  return dialog("How it is solved", body, draw);
}
