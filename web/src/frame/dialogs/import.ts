/** A position from outside: any text in any form that the server reads, with a finger on what it does not understand. */

import { ApiError, api, isAbort } from "../../api";
import { fill, h } from "../../dom";
import type { Session } from "../../session/session";
import { button, select } from "../parts";
import { actions, dialog, type Dialog } from "./dialog";

/** The place that an error names, from 1; null if it names none. */
export function place(error: string): { line: number; column: number } | null {
  const found = /line (\d+), column (\d+)/.exec(error);
  return found ? { line: Number(found[1]), column: Number(found[2]) } : null;
}

/** Where a place is in a text, counted in UTF-16 units. */
export function offset(text: string, { line, column }: { line: number; column: number }): number {
  const lines = text.split("\n");
  const before = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
  const within = [...(lines[line - 1] ?? "")].slice(0, column - 1).join("").length;
  return Math.min(before + within, text.length);
}

export interface ImportDialog extends Dialog {
  /** Opens with a text, and reads it. */
  read(text: string): void;
}

export function importDialog(session: Session): ImportDialog {
  const text = h("textarea", { rows: 8, spellcheck: "false", "aria-label": "Text of a position or game", autocapitalize: "off", placeholder: "A position in the notation, a game record, a link\u2026" });
  const file = h("input", { type: "file", class: "file" });
  const forms = h("div", {});
  const result = h("div", { class: "result", "aria-live": "polite" });
  let form = "auto";

  const read = async (): Promise<void> => {
    const { game } = session.state;
    const signal = self.asking();
    try {
      const answer = await api.read(game, text.value, form, signal);
      if (signal.aborted) return;
      const [only] = answer.positions;
      const also = answer.also ?? [];
      if (answer.positions.length === 1 && only !== undefined && also.length === 0) {
        await take(only, answer.read_as);
        return;
      }
      fill(result,
        h("p", {}, answer.read_as ? `Read as ${answer.read_as}.` : "Read.", also.length > 0 ? ` It could also be ${also.join(" or ")}: choose the form above if so.` : ""),
        h("ol", { class: "found" }, ...answer.positions.slice(0, 200).map((position) => h("li", {}, button(position, () => void take(position, answer.read_as))))));
    } catch (error) {
      if (isAbort(error) || signal.aborted) return;
      if (!(error instanceof ApiError)) throw error;
      wrong(error.message);
    }
  };

  const take = async (position: string, as: string | undefined): Promise<void> => {
    self.close();
    session.dismissFirstVisit();
    const started = session.navigation.start(position);
    // It is said at once, not when all is analysed.
    if (as !== undefined) session.notice(`Read as ${as}.`);
    await started;
  };

  const wrong = (message: string): void => {
    const at = place(message);
    const line = at ? (text.value.split("\n")[at.line - 1] ?? "") : "";
    const characters = [...line];
    const column = (at?.column ?? 1) - 1;
    // A long line is shown around the place.
    const from = Math.max(0, column - 30);
    const excerpt = at ? h("pre", { class: "excerpt" }, characters.slice(from, column).join(""), h("mark", {}, characters[column] ?? "\u00a0"), characters.slice(column + 1, column + 31).join("")) : null;
    fill(result, h("p", { class: "trouble", role: "alert" }, h("span", { class: "sign", "aria-hidden": "true" }, "!"), message), excerpt);
    if (!at) return;
    const start = offset(text.value, at);
    text.focus();
    text.setSelectionRange(start, Math.min(start + 1, text.value.length));
  };

  file.addEventListener("change", () => {
    const [chosen] = file.files ?? [];
    void chosen?.text().then(
      (content) => { text.value = content; },
      () => wrong(`${chosen.name} cannot be read`),
    );
  });
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    void read();
  };
  const body = h("form", { method: "dialog", onsubmit: submit }, text, h("div", { class: "row" }, forms, h("label", { class: "field" }, h("span", {}, "From a file"), file)), result,
    actions(h("button", { type: "submit", class: "button main" }, "Read")));
  const self = dialog("Import", body, () => {
    const { game, games } = session.state;
    fill(result);
    // So that the same file can be chosen again.
    file.value = "";
    form = "auto";
    const known = games.find((one) => one.name === game)?.forms ?? [];
    fill(forms, select("Form", [["auto", "find out"], ...known.map(({ name, title }): [string, string] => [name, title ?? name])], form, (value) => { form = value; }));
  });
  return {
    ...self,
    read: (content) => {
      self.open();
      text.value = content;
      void read();
    },
  };
}
