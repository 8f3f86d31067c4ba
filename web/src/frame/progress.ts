/** How the analysis comes along, what it cost, and what can be done about it. */

import { isPassing } from "../api";
import { h, refill, say } from "../dom";
import { bytes, costParts, count, duration, roughly } from "../format";
import type { Session } from "../session/session";
import { DEFAULTS } from "../state/address";
import { analysisOf, type State } from "../store";
import type { Progress } from "../types";
import { memo, type Panel } from "./panel";
import { button } from "./parts";
import { tooLarge } from "./stage";

export function progressPanel(session: Session): Panel {
  const meter = h("progress", { class: "meter", "aria-label": "Progress of the analysis" });
  const text = h("span", { class: "progress-text" });
  const stop = button("Stop", () => session.analyst.stop(), { icon: "stop", key: "Escape" });
  const running = h("div", { class: "running" }, meter, h("div", { class: "running-row" }, text, stop));
  const asks = h("div", { class: "asks" });
  const cost = h("p", { class: "cost" });
  const element = h("div", { class: "progress" }, running, asks, cost);

  let state: State;
  const draw = memo(() => {
    const { asked } = state;
    const busy = asked.at === "running" || asked.at === "queued" || asked.at === "looking";
    running.hidden = !busy;
    if (asked.at === "running") step(asked.progress);
    else if (asked.at === "queued") {
      meter.removeAttribute("value");
      say(text, asked.before === 1 ? "One question is before this" : `${asked.before} questions are before this`);
    } else say(text, "");
    refill(asks, choices());
    const analysis = analysisOf(state);
    const parts = analysis ? costParts(analysis.cost) : [];
    if (asked.at === "stopped" && !analysis) parts.push(`stopped after ${count(asked.states)} states and ${duration(asked.seconds)}`);
    if (analysis && analysis.cost.stop !== "finished") parts.push(`stopped: ${analysis.cost.stop}`);
    say(cost, state.edit ? "" : parts.join(" \u00b7 "));
    cost.hidden = cost.textContent === "";
  });

  const step = (progress: Progress | null): void => {
    if (progress?.total) {
      meter.max = progress.total;
      meter.value = progress.done ?? 0;
    } else meter.removeAttribute("value");
    const rate = progress && progress.seconds > 0.05 ? ` \u00b7 ${roughly(progress.states / progress.seconds)} states/s` : "";
    say(text, progress && progress.states > 0 ? `${roughly(progress.states)} states \u00b7 ${duration(progress.seconds)}${rate}` : "");
  };

  /** No method answers here: what may do. */
  const elsewhere = (): HTMLElement[] => {
    const { options, game, record } = state;
    if (options.method !== DEFAULTS.method) {
      return [h("p", { class: "soft" }, "Another method may do."), button("Let the solver choose", () => void session.navigation.options({ ...options, method: DEFAULTS.method }), { kind: "main" })];
    }
    const words = h("p", { class: "soft" }, "A smaller board, or a later position, may do.");
    // Beside a board that is not drawn there is such a button already.
    return tooLarge(record) ? [words] : [words, button("Show the example", () => void session.navigation.open(new URL(`/${game}`, location.href), null, "push"))];
  };

  const choices = (): HTMLElement[] => {
    const { asked } = state;
    if (state.edit) return [];
    const run = (label: string) => button(label, () => void session.analyst.run(), { kind: "main" });
    if (asked.at === "asking") return [run("Analyze anyway")];
    // A forecast may be wrong; the server's limits are not.
    if (asked.at === "refused") return [button("Try all the same", () => void session.analyst.run())];
    if (asked.at === "stopped") return [run("Analyze again")];
    if (asked.at === "failed") {
      const { needs_bytes, allowed_bytes, code } = asked.error;
      if (code === "not_applicable") return elsewhere();
      const needs = needs_bytes !== undefined && allowed_bytes !== undefined
        ? [h("p", { class: "soft" }, `It would take ${bytes(needs_bytes)}; ${bytes(allowed_bytes)} are allowed.`)] : [];
      return isPassing(asked.error) ? [run("Try again")] : needs;
    }
    return [];
  };

  return {
    element,
    draw: (now) => {
      state = now;
      draw(now.asked, now.edit, now.options, now.game, now.record);
    },
  };
}
