/**
 * The tree of a game: every line that was tried from one start position.
 *
 * A node is a position, named by the moves that lead to it; the first child of a node is its main line. Trees are never
 * changed in place, so an earlier one may be kept.
 */

export interface Node {
  readonly id: number;
  /** The move that led here; null at the root. */
  readonly move: string | null;
  readonly parent: number | null;
  readonly children: readonly number[];
}

export interface Tree {
  /** The start position, in the notation. */
  readonly start: string;
  /** By id; the root is 0. A cut branch leaves holes. */
  readonly nodes: readonly (Node | undefined)[];
  readonly current: number;
}

export const ROOT = 0;

export function plant(start: string): Tree {
  return { start, nodes: [{ id: ROOT, move: null, parent: null, children: [] }], current: ROOT };
}

export function node(tree: Tree, id: number): Node {
  const found = tree.nodes[id];
  if (!found) throw new RangeError(`the tree has no node ${id}`);
  return found;
}

/** The moves from the start to a node. */
export function movesTo(tree: Tree, id: number = tree.current): string[] {
  return pathTo(tree, id).flatMap((at) => node(tree, at).move ?? []);
}

/** The nodes from the root to a node, both included. */
export function pathTo(tree: Tree, id: number = tree.current): number[] {
  const path: number[] = [];
  for (let at: number | null = id; at !== null; at = node(tree, at).parent) path.push(at);
  return path.reverse();
}

export function childBy(tree: Tree, id: number, move: string): number | null {
  return node(tree, id).children.find((child) => node(tree, child).move === move) ?? null;
}

/** Plays a move from the current node: along a branch that is there, or on a new one. */
export function play(tree: Tree, move: string): Tree {
  const known = childBy(tree, tree.current, move);
  if (known !== null) return { ...tree, current: known };
  const id = tree.nodes.length;
  const parent = node(tree, tree.current);
  const nodes = [...tree.nodes, { id, move, parent: parent.id, children: [] }];
  nodes[parent.id] = { ...parent, children: [...parent.children, id] };
  return { ...tree, nodes, current: id };
}

export function playAll(tree: Tree, moves: readonly string[]): Tree {
  return moves.reduce(play, { ...tree, current: ROOT });
}

export function back(tree: Tree): Tree {
  const { parent } = node(tree, tree.current);
  return parent === null ? tree : { ...tree, current: parent };
}

/** One ply on, along the main line from here. */
export function forward(tree: Tree): Tree {
  const [first] = node(tree, tree.current).children;
  return first === undefined ? tree : { ...tree, current: first };
}

export function toStart(tree: Tree): Tree {
  return { ...tree, current: ROOT };
}

/** To the end of the main line from here. */
export function toEnd(tree: Tree): Tree {
  let at = tree;
  for (let next = forward(at); next !== at; next = forward(at)) at = next;
  return at;
}

/** The nodes from the root through the current one to the end of its main line. */
export function lineThrough(tree: Tree): number[] {
  return pathTo(tree, toEnd(tree).current);
}

/** To the branch beside this one: the next (1) or the one before (-1), going round. */
export function beside(tree: Tree, step: 1 | -1): Tree {
  const { parent } = node(tree, tree.current);
  if (parent === null) return tree;
  const among = node(tree, parent).children;
  const at = among.indexOf(tree.current);
  const next = among[(at + step + among.length) % among.length];
  return next === undefined ? tree : { ...tree, current: next };
}

/** Makes the branch that a node is on the main line of its parent. */
export function promote(tree: Tree, id: number): Tree {
  const { parent } = node(tree, id);
  if (parent === null) return tree;
  const above = node(tree, parent);
  const nodes = [...tree.nodes];
  nodes[parent] = { ...above, children: [id, ...above.children.filter((child) => child !== id)] };
  return { ...tree, nodes };
}

/** Cuts a node with all that follows; where the current node was there, its parent becomes current. */
export function cut(tree: Tree, id: number): Tree {
  const { parent } = node(tree, id);
  if (parent === null) return plant(tree.start);
  const current = pathTo(tree).includes(id) ? parent : tree.current;
  const above = node(tree, parent);
  const nodes = [...tree.nodes];
  nodes[parent] = { ...above, children: above.children.filter((child) => child !== id) };
  const gone = [id];
  for (let at = gone.pop(); at !== undefined; at = gone.pop()) {
    gone.push(...(nodes[at]?.children ?? []));
    nodes[at] = undefined;
  }
  return { ...tree, nodes, current };
}

/**
 * A tree as plain data, no deeper for a long game: of each node but the root the place of its parent (0: the root; k: the k-th of
 * these) and its move. Children are in their order.
 */
export type Kept = [number, string][];

export function keep(tree: Tree): Kept {
  const kept: Kept = [];
  const order = [ROOT];
  for (let at = 0; at < order.length; at += 1) {
    for (const child of node(tree, order[at] ?? ROOT).children) {
      order.push(child);
      kept.push([at, node(tree, child).move ?? ""]);
    }
  }
  return kept;
}

/** A tree from what `keep` made of it, at the node that the moves lead to; null if that is no such tree. */
export function unkeep(start: string, kept: unknown, moves: readonly string[]): Tree | null {
  if (!Array.isArray(kept)) return null;
  const nodes: { id: number; move: string | null; parent: number | null; children: number[] }[] = [{ id: ROOT, move: null, parent: null, children: [] }];
  for (const entry of kept as unknown[]) {
    const [parent, move]: unknown[] = Array.isArray(entry) ? entry : [];
    const above = typeof parent === "number" ? nodes[parent] : undefined;
    if (!above || typeof move !== "string") return null;
    const id = nodes.length;
    above.children.push(id);
    nodes.push({ id, move, parent: above.id, children: [] });
  }
  return playAll({ start, nodes, current: ROOT }, moves);
}
