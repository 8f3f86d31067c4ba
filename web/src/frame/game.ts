/** The game so far and all branches that were tried, as text: the main line, variations in brackets. */

import { fill, h, refill, say, type Child } from "../dom";
import { isMargin, isOdds, MINUS, percent } from "../format";
import type { Session } from "../session/session";
import { cut, movesTo, node, promote, ROOT, type Tree } from "../state/tree";
import { analysisOf, hidden, type State } from "../store";
import type { Side } from "../types";
import { graph } from "./graph";
import { memo, type Panel } from "./panel";
import { button, mark, section } from "./parts";

export function gamePanel(session: Session): Panel {
  const { element, body, note } = section("game", "Game", (name, open) => session.section(name, open));
  const text = h("div", { class: "tree" });
  const remove = button("Cut this branch", () => void session.navigation.go(cut(session.state.tree, session.state.tree.current), "push"), { kind: "ghost" });
  const raise = button("Make it the main line", () => void session.navigation.go(promote(session.state.tree, session.state.tree.current)), { kind: "ghost" });
  const actions = h("div", { class: "row tree-actions" }, raise, remove);
  const chart = h("div", {});
  body.append(chart, text, actions);
  let state: State;

  /** What the side lost by the move, where both positions' values are known. */
  const lost = (tree: Tree, id: number): string => {
    const { parent, move } = node(tree, id);
    if (parent === null || hidden(state)) return "";
    const record = session.memory.knownRecord(state, tree.start, movesTo(tree, parent));
    const analysis = record && session.memory.analysis(state, record.position);
    const behind = analysis?.moves.find((answer) => answer.move === move)?.behind;
    if (!behind) return "";
    if (isMargin(behind)) return behind.margin === 0 ? "" : MINUS + behind.margin;
    if (isOdds(behind)) return behind.float === 0 ? "" : MINUS + percent(behind.float);
    return "";
  };

  const sideAt = (tree: Tree, id: number): Side | null => {
    const moves = movesTo(tree, id);
    return session.memory.knownRecord(state, tree.start, moves)?.plies.at(-1)?.side ?? state.record?.plies[moves.length - 1]?.side ?? null;
  };

  const one = (tree: Tree, id: number, depth: number): HTMLElement => {
    const side = sideAt(tree, id);
    const loss = lost(tree, id);
    return h("button", {
      type: "button", class: "tree-move", "data-key": id, "aria-current": id === tree.current ? "step" : null,
      "aria-label": `Ply ${depth}, ${node(tree, id).move ?? ""}${loss ? `, ${loss.slice(1)} behind the best` : ""}`,
      onclick: () => void session.navigation.go({ ...session.state.tree, current: id }),
    }, h("span", { class: "ply-number" }, String(depth)), side ? mark(side) : null, node(tree, id).move ?? "", loss ? h("span", { class: "loss" }, loss) : null);
  };

  /** Everything from a node on, its own move left out. */
  const from = (tree: Tree, id: number, depth: number): Child[] => {
    const parts: Child[] = [];
    let at = id;
    let ply = depth;
    for (;;) {
      const [main, ...others] = node(tree, at).children;
      if (main === undefined) return parts;
      parts.push(one(tree, main, ply + 1));
      for (const branch of others) parts.push(h("span", { class: "branch", role: "group", "aria-label": "Branch" }, one(tree, branch, ply + 1), ...from(tree, branch, ply + 1)));
      at = main;
      ply += 1;
    }
  };

  const draw = memo(() => {
    const { tree } = state;
    const start = h("button", {
      type: "button", class: "tree-move start", "aria-current": tree.current === ROOT ? "step" : null,
      onclick: () => void session.navigation.go({ ...session.state.tree, current: ROOT }),
    }, "start");
    refill(text, [start, ...from(tree, ROOT, 0)]);
    const at = tree.nodes[tree.current];
    const main = at?.parent === null || at === undefined || node(tree, at.parent).children[0] === at.id;
    fill(chart, hidden(state) ? null : graph(session, state));
    actions.hidden = tree.current === ROOT;
    raise.hidden = main;
    const plies = movesTo(tree).length;
    say(note, plies === 0 ? "" : plies === 1 ? "1 ply" : `${plies} plies`);
    const current = text.querySelector<HTMLElement>('[aria-current="step"]');
    // The list scrolls, not the page.
    requestAnimationFrame(() => {
      if (current) text.scrollTop = Math.max(0, Math.min(text.scrollTop, current.offsetTop), current.offsetTop + current.offsetHeight - text.clientHeight);
    });
  });
  return {
    element,
    draw: (now) => {
      state = now;
      element.open = now.open.has("game");
      element.hidden = now.edit !== null;
      draw(now.tree, now.record, analysisOf(now), now.mode, now.guess, now.match);
    },
  };
}
