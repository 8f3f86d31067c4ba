/** How the game went: the first side's share of the value after each ply, as far as it is known. */

import { h, svg } from "../dom";
import type { Session } from "../session/session";
import { lineThrough, movesTo } from "../state/tree";
import type { State } from "../store";
import { share } from "./valuebar";

const WIDTH = 300;
const HEIGHT = 48;

export interface GraphPoint {
  ply: number;
  node: number;
  /** The first side's share, from 0 to 1. */
  share: number;
}

/** What is known of the plies of the line that the current one is on. */
export function points(session: Session, state: State): GraphPoint[] {
  const { tree } = state;
  return lineThrough(tree).flatMap((node, ply) => {
    const record = session.memory.knownRecord(state, tree.start, movesTo(tree, node));
    const analysis = record && session.memory.analysis(state, record.position);
    const known = analysis && share(record, analysis.value);
    return typeof known === "number" ? [{ ply, node, share: known }] : [];
  });
}

/** Lines through neighbours alone: over what is not known there is none. */
export function pathText(known: readonly GraphPoint[], plies: number): string {
  return known.map(({ ply, share: part }, at) => {
    const joined = known[at - 1]?.ply === ply - 1;
    return `${joined ? "L" : "M"}${((ply / Math.max(1, plies)) * WIDTH).toFixed(1)} ${((1 - part) * HEIGHT).toFixed(1)}`;
  }).join("");
}

export function graph(session: Session, state: State): HTMLElement | null {
  const known = points(session, state);
  const line = lineThrough(state.tree);
  const plies = line.length - 1;
  // A line of two points says nothing that the bar does not.
  if (known.length < 3) return null;
  const here = ((line.indexOf(state.tree.current) / plies) * WIDTH).toFixed(1);
  const picture = svg("svg", { viewBox: `0 -3 ${WIDTH} ${HEIGHT + 6}`, preserveAspectRatio: "none", role: "img", "aria-label": `The value after each of ${plies} plies` },
    svg("path", { class: "graph-middle", d: `M0 ${HEIGHT / 2}H${WIDTH}` }),
    svg("path", { class: "graph-here", d: `M${here} -3V${HEIGHT + 3}` }),
    svg("path", { class: "graph-line", d: pathText(known, plies) }));
  // Each ply has a button of its own below: this is a short cut for whoever points.
  picture.addEventListener("click", (event) => {
    const box = picture.getBoundingClientRect();
    const node = line[Math.round(((event.clientX - box.left) / box.width) * plies)];
    if (node !== undefined) void session.navigation.go({ ...session.state.tree, current: node });
  });
  return h("div", { class: "graph" }, picture);
}
