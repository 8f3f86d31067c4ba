/**
 * Pictures as lists of shapes with keys, and how a picture that is shown becomes the next one: nodes stay, and only what
 * differs is touched. So what has the focus keeps it, and a hover costs nothing but its own layer.
 */

const SVG = "http://www.w3.org/2000/svg";

export type Attributes = Readonly<Record<string, string | number | undefined>>;

export interface Shape {
  /** Unlike any other's among its siblings. */
  readonly key: string;
  readonly tag: string;
  readonly attributes: Attributes;
  readonly text?: string;
  readonly inside?: readonly Shape[];
}

/** Two decimals are enough: a unit is about a pixel. */
export function tidy(value: number): number {
  return Math.round(value * 100) / 100;
}

export function shape(key: string, tag: string, attributes: Attributes, inside?: readonly Shape[]): Shape {
  return inside ? { key, tag, attributes, inside } : { key, tag, attributes };
}

export function text(
  key: string,
  at: { x: number; y: number },
  size: number,
  attributes: Attributes,
  words: string,
): Shape {
  // A third of its size below the middle, capitals and figures stand in the middle.
  const placed = { x: tidy(at.x), y: tidy(at.y + size * 0.355), "font-size": tidy(size), ...attributes };
  return { key, tag: "text", attributes: placed, text: words };
}

interface Drawn {
  readonly node: SVGElement;
  shape: Shape;
  inside: Map<string, Drawn>;
}

function create(document: Document, wanted: Shape): Drawn {
  const node = document.createElementNS(SVG, wanted.tag);
  const drawn: Drawn = {
    node,
    shape: { key: wanted.key, tag: wanted.tag, attributes: {} },
    inside: new Map(),
  };
  change(document, drawn, wanted);
  return drawn;
}

function change(document: Document, drawn: Drawn, wanted: Shape): void {
  const { node, shape: had } = drawn;
  if (had === wanted) return;
  for (const [name, value] of Object.entries(wanted.attributes)) {
    if (value !== had.attributes[name]) {
      if (value === undefined) node.removeAttribute(name);
      else node.setAttribute(name, String(value));
    }
  }
  for (const name of Object.keys(had.attributes)) {
    if (!(name in wanted.attributes)) node.removeAttribute(name);
  }
  if (wanted.text !== had.text) node.textContent = wanted.text ?? "";
  if (wanted.inside || had.inside) drawn.inside = arrange(document, node, drawn.inside, wanted.inside ?? []);
  drawn.shape = wanted;
}

/** Makes the children of a node those that are wanted, in their order. */
function arrange(
  document: Document,
  parent: SVGElement,
  had: Map<string, Drawn>,
  wanted: readonly Shape[],
): Map<string, Drawn> {
  const now = new Map<string, Drawn>();
  for (const each of wanted) {
    const old = had.get(each.key);
    if (old && old.shape.tag === each.tag && !now.has(each.key)) {
      change(document, old, each);
      now.set(each.key, old);
    } else {
      now.set(each.key, create(document, each));
    }
  }
  for (const [key, old] of had) {
    if (now.get(key) !== old) old.node.remove();
  }
  let next = parent.firstChild;
  for (const { node } of now.values()) {
    if (node === next) next = next.nextSibling;
    else parent.insertBefore(node, next);
  }
  return now;
}

/** A group that is drawn anew only when something that it depends on is another thing than before. */
export class Layer {
  readonly node: SVGElement;
  private depends: readonly unknown[] | null = null;
  private drawn = new Map<string, Drawn>();

  constructor(name: string, document: Document, attributes: Attributes = {}) {
    this.node = document.createElementNS(SVG, "g");
    this.node.setAttribute("class", `layer-${name}`);
    for (const [key, value] of Object.entries(attributes)) this.node.setAttribute(key, String(value));
  }

  /** Whether anything was drawn. */
  draw(depends: readonly unknown[], shapes: () => readonly Shape[]): boolean {
    const before = this.depends;
    if (before?.length === depends.length && depends.every((each, index) => Object.is(each, before[index]))) {
      return false;
    }
    this.depends = depends;
    this.drawn = arrange(this.node.ownerDocument, this.node, this.drawn, shapes());
    return true;
  }

  get(key: string): SVGElement | undefined {
    return this.drawn.get(key)?.node;
  }
}

/** Shapes that are made anew only when what they depend on is another thing; those not asked for in a drawing are dropped. */
export class Kept {
  private before = new Map<string, { depends: readonly unknown[]; shape: Shape }>();
  private now = new Map<string, { depends: readonly unknown[]; shape: Shape }>();

  begin(): void {
    this.before = this.now;
    this.now = new Map();
  }

  shape(key: string, depends: readonly unknown[], make: () => Shape): Shape {
    const had = this.before.get(key);
    const same = had && depends.every((each, index) => Object.is(each, had.depends[index]));
    const kept = same ? had : { depends, shape: make() };
    this.now.set(key, kept);
    return kept.shape;
  }
}

/** Something that is worked out when it is first asked for. */
export function lazy<T>(make: () => T): () => T {
  let made: { value: T } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** The points of a line as a path. */
export function path(points: readonly { x: number; y: number }[], closed = false): string {
  const steps = points.map(({ x, y }, index) => `${index === 0 ? "M" : "L"}${tidy(x)} ${tidy(y)}`);
  return steps.join("") + (closed ? "Z" : "");
}
