/**
 * What the three boards have in common: a picture that fills its place, layers in it, moves that can be pointed at, tapped and
 * reached by keyboard, a key below and a description for whoever does not see it.
 */

import type { GameRecord } from "../types";
import { Aim } from "./aim";
import type { ArrowKey, BoardEvents, BoardScene, BoardView } from "./board";
import { Layer, lazy, type Shape } from "./paint";
import { nearest, neighbour, type Point, type Target } from "./places";
import { value } from "./told";

/** Half of what a finger needs, in pixels. */
const FINGER = 22;
/** Moves closer together than this are aimed at. */
const SMALL = 38;

/** What a game draws with, each time that there is something new. */
export interface Brush {
  /** Pixels to a unit, in steps. */
  readonly scale: number;
  /** Places that were taken since the last drawing, one after the other: they may arrive with a little motion. */
  readonly arrived: ReadonlyMap<string, number>;
  /** The size of the picture, the most pixels to a unit, and how many units moves are apart. */
  frame(size: Point, largest: number, apart: number): void;
  layer(name: string): Layer;
  /** What can be chosen, in the order in which it is read; found out when it is needed. */
  targets(find: () => readonly Target[]): void;
  describe(label: string, description: string): void;
  key(entries: readonly KeyEntry[]): void;
}

export interface KeyEntry {
  readonly words: string;
  /** How wide the sample is, and its shapes: 16 high. */
  readonly width: number;
  readonly sample: readonly Shape[];
}

export interface Painter {
  /** The class of the board, and its layers from the lowest to the highest; moves are in `moves`. */
  readonly name: string;
  readonly layers: readonly string[];
  paint(scene: BoardScene, brush: Brush): void;
  /** A target is chosen while the board is edited. */
  edit(scene: BoardScene, name: string): void;
}

/** The places that the moves since then took, if the game went on from there: in their order. */
export function arrivals(before: GameRecord | null, now: GameRecord): ReadonlyMap<string, number> {
  const from = before?.plies.length ?? 0;
  const went = before?.start === now.start && before.plies.every((ply, at) => ply.move === now.plies[at]?.move);
  if (!went) return new Map();
  const taken = now.plies.slice(from).flatMap(({ move, takes }) => takes ?? [move]);
  return new Map(taken.map((name, order) => [name, order]));
}

let boards = 0;

export class Stage implements BoardView, Brush {
  readonly element: HTMLElement;
  scale = 1;
  arrived: ReadonlyMap<string, number> = new Map();
  private readonly svg: SVGSVGElement;
  private readonly keys: HTMLUListElement;
  private readonly description: HTMLParagraphElement;
  private readonly layers = new Map<string, Layer>();
  private readonly painter: Painter;
  private readonly events: BoardEvents;
  private size: Point = { x: 1, y: 1 };
  private scene: BoardScene | null = null;
  private all: () => readonly Target[] = () => [];
  private apart = 1;
  private readonly aim: Aim;
  private tabbable: string | null = null;
  private pointed: string | null = null;
  private entries: readonly KeyEntry[] = [];

  constructor(painter: Painter, events: BoardEvents) {
    this.painter = painter;
    this.events = events;
    this.element = document.createElement("div");
    this.element.className = `board board-${painter.name}`;
    this.svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    this.svg.setAttribute("role", "group");
    this.svg.setAttribute("preserveAspectRatio", "xMidYMid meet");
    this.description = document.createElement("p");
    this.description.className = "spoken-only";
    boards += 1;
    this.description.id = `board-${boards}`;
    this.svg.setAttribute("aria-describedby", this.description.id);
    this.keys = document.createElement("ul");
    this.keys.className = "board-key";
    this.keys.setAttribute("aria-hidden", "true");
    this.element.append(this.svg, this.keys, this.description);
    for (const name of painter.layers) {
      // All that is not a move is a drawing: the description has it in words.
      const layer = new Layer(name, document, name === "moves" ? {} : { "aria-hidden": "true" });
      this.layers.set(name, layer);
      this.svg.append(layer.node);
    }
    this.aim = new Aim(this.element, this.svg, {
      find: (event) => this.near(event),
      told: (name) => this.told(name),
      show: (name) => this.point(name),
      choose: (name) => this.choose(name),
    });
    this.listen();
  }

  draw(scene: BoardScene): void {
    const before = this.scene;
    this.scene = scene;
    const active = document.activeElement;
    const inside = active !== null && this.svg.contains(active);
    if (before?.record !== scene.record) this.arrived = arrivals(before?.record ?? null, scene.record);
    this.painter.paint(scene, this);
    this.rove(scene);
    const asked = scene.focus !== null && scene.focus !== before?.focus;
    const lost = inside && !this.svg.contains(document.activeElement);
    if (asked || lost) this.focus(asked ? scene.focus : this.tabbable);
  }

  step(from: string | null, key: ArrowKey): string | null {
    if (from === null && this.tabbable !== null) return this.tabbable;
    return neighbour(this.all(), from, key);
  }

  frame(size: Point, largest: number, apart: number): void {
    this.apart = apart;
    if (size.x === this.size.x && size.y === this.size.y) return;
    this.size = size;
    this.svg.setAttribute("viewBox", `0 0 ${size.x} ${size.y}`);
    // In the size of the text, which is larger on large screens.
    this.svg.style.maxWidth = `${(size.x * largest) / 16}rem`;
    this.measure();
  }

  layer(name: string): Layer {
    const layer = this.layers.get(name);
    if (!layer) throw new Error(`no layer ${name}`);
    return layer;
  }

  targets(find: () => readonly Target[]): void {
    this.all = lazy(find);
  }

  describe(label: string, description: string): void {
    if (this.svg.getAttribute("aria-label") !== label) this.svg.setAttribute("aria-label", label);
    if (this.description.textContent !== description) this.description.textContent = description;
  }

  key(entries: readonly KeyEntry[]): void {
    const words = (list: readonly KeyEntry[]) => list.map((entry) => entry.words).join("|");
    if (words(entries) === words(this.entries)) return;
    this.entries = entries;
    const items = entries.map((entry) => {
      const item = document.createElement("li");
      if (entry.width > 0) {
        const sample = document.createElementNS("http://www.w3.org/2000/svg", "svg");
        sample.setAttribute("viewBox", `0 0 ${entry.width} 16`);
        sample.setAttribute("width", String(entry.width));
        sample.setAttribute("height", "16");
        const layer = new Layer("sample", document);
        layer.draw([], () => entry.sample);
        sample.append(layer.node);
        item.append(sample);
      }
      item.append(entry.words);
      return item;
    });
    this.keys.replaceChildren(...items);
  }

  /** Where a point of the picture is in the element, in pixels. */
  onScreen(point: Point): Point {
    const [svg, all] = [this.svg.getBoundingClientRect(), this.element.getBoundingClientRect()];
    const { scale, left, top } = this.placed(svg);
    return { x: left + point.x * scale - all.left, y: top + point.y * scale - all.top };
  }

  /** Back to a target after something else had the focus. */
  refocus(name: string): void {
    this.focus(name);
  }

  /** Exactly one move is reached by Tab: the one that had the focus, the best, or the first. */
  private rove(scene: BoardScene): void {
    const has = (name: string | null) => name !== null && this.node(name) !== undefined;
    let next = scene.focus;
    if (!has(next)) {
      next = has(this.tabbable) ? this.tabbable : this.entrance(scene);
    }
    if (this.tabbable !== null && this.tabbable !== next) {
      this.node(this.tabbable)?.setAttribute("tabindex", "-1");
    }
    this.tabbable = next;
    if (next !== null) this.node(next)?.setAttribute("tabindex", "0");
  }

  private entrance(scene: BoardScene): string | null {
    const best = scene.edit ? undefined : this.all().find(({ name }) => scene.values?.get(name)?.best);
    return (best ?? this.all()[0])?.name ?? null;
  }

  private node(name: string): SVGElement | undefined {
    return this.layers.get("moves")?.get(name);
  }

  private focus(name: string | null): void {
    const node = name === null ? undefined : this.node(name);
    if (node && node !== document.activeElement) node.focus();
  }

  /** How many pixels a unit has; in steps of a twentieth, so that not every pixel is a new picture. */
  private measure(): void {
    const wide = this.svg.clientWidth;
    const high = this.svg.clientHeight;
    // Not yet on a page, it has no size.
    if (!(wide > 0 && high > 0)) return;
    const scale = Math.min(wide / this.size.x, high / this.size.y);
    this.aim.small(this.apart * scale < SMALL);
    this.scale = Math.max(0.05, Math.round(20 * scale) / 20);
  }

  private listen(): void {
    const { svg, events } = this;
    svg.addEventListener("click", (event) => {
      if (this.aim.answered(event)) return;
      const finger = event instanceof PointerEvent && event.pointerType !== "mouse";
      const name = this.under(event) ?? (finger ? this.near(event) : null);
      if (name !== null) this.choose(name);
    });
    svg.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      const name = this.under(event);
      if (name === null || event.ctrlKey || event.altKey || event.metaKey) return;
      // The page has a use for the space bar elsewhere; on a button it presses it.
      event.preventDefault();
      event.stopPropagation();
      this.choose(name);
    });
    svg.addEventListener("focusin", (event) => {
      const name = this.under(event);
      if (name !== null && name !== this.scene?.focus) events.focus(name);
    });
    svg.addEventListener("pointerover", (event) => {
      if (event.pointerType !== "touch") this.point(this.under(event));
    });
    svg.addEventListener("pointerleave", () => this.point(null));
    if (typeof ResizeObserver === "undefined") return;
    const watch = new ResizeObserver(() => {
      const before = this.scale;
      this.measure();
      if (this.scene && this.scale !== before) this.draw(this.scene);
    });
    // Not measured at each drawing: that would have the browser lay all of it out at once.
    watch.observe(svg);
  }

  /** A move in a few signs: its name, and its value if that is shown. */
  private told(name: string): string {
    const view = this.scene?.edit ? undefined : this.scene?.values?.get(name)?.value.mover;
    return view && view.certainty !== "unknown" ? `${name}  ${value(view)}` : name;
  }

  private choose(name: string): void {
    if (!this.scene) return;
    if (this.scene.edit) this.painter.edit(this.scene, name);
    else this.events.play(name);
  }

  private point(name: string | null): void {
    // While the board is edited there is nothing to look ahead to.
    if (name === this.pointed || (this.scene?.edit && name !== null)) return;
    this.pointed = name;
    this.events.hover(name);
  }

  private under(event: Event): string | null {
    const node = event.target instanceof Element ? event.target.closest("[data-move]") : null;
    return node?.getAttribute("data-move") ?? null;
  }

  /** A finger that misses a move narrowly meant it. */
  private near(event: MouseEvent): string | null {
    const { scale, left, top } = this.placed(this.svg.getBoundingClientRect());
    const at = { x: (event.clientX - left) / scale, y: (event.clientY - top) / scale };
    return nearest(this.all(), at, FINGER / scale);
  }

  /** The picture in its box: pixels to a unit, and where its corner is. */
  private placed(box: DOMRect): { scale: number; left: number; top: number } {
    const scale = Math.min(box.width / this.size.x, box.height / this.size.y);
    const left = box.left + (box.width - scale * this.size.x) / 2;
    const top = box.top + (box.height - scale * this.size.y) / 2;
    return { scale, left, top };
  }
}
