/** The position for elsewhere: its address, every form of other programs, and pictures. */

import { ApiError, address, api, isAbort } from "../../api";
import { fill, h, say } from "../../dom";
import type { Session } from "../../session/session";
import { question } from "../../state/address";
import { serverGame } from "../../store";
import { button, select } from "../parts";
import { actions, dialog, type Dialog } from "./dialog";

export function exportDialog(session: Session): Dialog {
  const text = h("textarea", { rows: 6, readonly: true, spellcheck: "false", "aria-label": "The position as text" });
  const forms = h("div", {});
  const error = h("p", { class: "trouble", role: "alert", hidden: true });
  const pictures = h("div", { class: "pictures" });
  let picture = "analysis";
  let form = "notation";

  const convert = async (): Promise<void> => {
    const { record, game } = session.state;
    if (!record) return;
    const signal = self.asking();
    error.hidden = true;
    try {
      const converted = form === "notation" ? record.position : (await api.convert(game, record.position, form, signal)).replace(/\n$/, "");
      if (!signal.aborted) text.value = converted;
    } catch (problem) {
      if (isAbort(problem) || signal.aborted) return;
      if (!(problem instanceof ApiError)) throw problem;
      text.value = "";
      say(error, problem.message);
      error.hidden = false;
    }
  };

  // The page's own notices are out of reach while a dialog is open.
  const told = h("p", { class: "soft", role: "status" });
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text.value);
      say(told, "Copied.");
    } catch {
      text.select();
      say(told, "Select the text and copy it.");
    }
  };
  const copyAddress = async (): Promise<void> => say(told, await session.copyAddress());

  const links = (): void => {
    const { state } = session;
    const { record, game, options } = state;
    if (!record) return;
    const query = { position: record.position, picture, ...question(game, options) };
    const link = (file: "svg" | "png", theme: "light" | "dark") => h("a", {
      class: "button plain", download: `${game}.${theme}.${file}`,
      href: address(`/v1/${serverGame(state)}/show.${file}`, { ...query, theme, scale: file === "png" ? 2 : undefined }),
    }, `${file.toUpperCase()}, ${theme}`);
    const kinds: [string, string][] = [["board", "the board alone"], ["analysis", "the board with values"], ["line", "the best line"]];
    if (serverGame(state) !== "hex-perfect") kinds.push(["why", "the reasons"]);
    fill(pictures, select("Picture of", kinds, picture, (value) => {
      picture = value;
      links();
    }), h("div", { class: "row" }, link("svg", "light"), link("svg", "dark"), link("png", "light"), link("png", "dark")));
  };

  const body = h("div", {}, forms, text, error, actions(button("Copy", () => void copy(), { kind: "main" }), button("Copy the address", () => void copyAddress())), told, h("h3", {}, "Pictures"), pictures);
  const self = dialog("Export", body, () => {
    const { game, games } = session.state;
    const known = games.find((one) => one.name === game)?.forms ?? [{ name: "notation", summary: "" }];
    if (!known.some(({ name }) => name === form)) form = "notation";
    fill(forms, select("Form", known.map(({ name, title }) => [name, title ?? name] as const), form, (value) => {
      form = value;
      void convert();
    }));
    say(told, "");
    links();
    void convert();
  });
  return self;
}
