/**
 * Moves that are smaller than a fingertip are aimed at: while a finger is down, the move nearest to it is shown, with its name in
 * a bubble above the finger; it is played where the finger is lifted, and not at all if that is off the board.
 */

export interface Aimed {
  /** The move nearest to where a pointer is, if any is near. */
  find(event: PointerEvent): string | null;
  /** What a move is called, in a few signs. */
  told(name: string): string;
  show(name: string | null): void;
  choose(name: string): void;
}

/** So many milliseconds after a finger was lifted a click is of its making. */
const AFTER = 500;

export class Aim {
  /** Whether moves are so small that they are aimed at. */
  private on = false;
  private readonly bubble = document.createElement("div");
  private readonly surface: SVGSVGElement;
  private readonly aimed: Aimed;
  private pointer: number | null = null;
  private name: string | null = null;
  /** When a finger was lifted that had aimed. */
  private lifted = Number.NEGATIVE_INFINITY;

  constructor(parent: HTMLElement, surface: SVGSVGElement, aimed: Aimed) {
    this.surface = surface;
    this.aimed = aimed;
    this.bubble.className = "board-aim";
    this.bubble.hidden = true;
    this.bubble.setAttribute("aria-hidden", "true");
    parent.append(this.bubble);
    surface.addEventListener("pointerdown", (event) => this.down(event));
    surface.addEventListener("pointermove", (event) => {
      if (event.pointerId === this.pointer) this.look(event);
    });
    surface.addEventListener("pointerup", (event) => this.up(event));
    surface.addEventListener("pointercancel", () => this.leave());
  }

  /** Tells whether moves are small now. Then a finger that moves on the board does not scroll the page. */
  small(small: boolean): void {
    this.on = small;
    this.surface.classList.toggle("aimed-at", small);
  }

  /** Whether a click is only what the browser makes of a finger that was lifted: it was answered then. */
  answered(click: Event): boolean {
    return click.timeStamp - this.lifted < AFTER;
  }

  private down(event: PointerEvent): void {
    if (!this.on || event.pointerType !== "touch") return;
    // A second finger is there to enlarge the page.
    if (!event.isPrimary) {
      this.leave();
      return;
    }
    this.pointer = event.pointerId;
    this.look(event);
  }

  private look(event: PointerEvent): void {
    const name = this.aimed.find(event);
    if (name !== this.name) {
      this.name = name;
      this.aimed.show(name);
    }
    this.bubble.hidden = name === null;
    if (name === null) return;
    this.bubble.textContent = this.aimed.told(name);
    const box = this.bubble.parentElement?.getBoundingClientRect();
    const x = event.clientX - (box?.left ?? 0);
    // Not beyond the sides of the page.
    this.bubble.style.left = `${Math.min(Math.max(x, 44), Math.max((box?.width ?? 0) - 44, 44))}px`;
    this.bubble.style.top = `${event.clientY - (box?.top ?? 0) - 46}px`;
  }

  private up(event: PointerEvent): void {
    if (event.pointerId !== this.pointer) return;
    this.look(event);
    const { name } = this;
    this.leave();
    this.lifted = event.timeStamp;
    if (name !== null) this.aimed.choose(name);
  }

  private leave(): void {
    if (this.pointer === null) return;
    this.pointer = null;
    this.name = null;
    this.bubble.hidden = true;
    this.aimed.show(null);
  }
}
