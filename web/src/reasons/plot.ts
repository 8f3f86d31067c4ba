/** Small plots: a row of numbers as bars, with the place marked where the position is. */

import { svg } from "../dom";
import { large } from "./numbers";

const WIDTH = 320;
const HEIGHT = 84;
const TOP = 16;

export interface Plot {
  /** Whole numbers of any size, as digits. */
  readonly values: readonly string[];
  readonly here: number;
  /** What the plot is, in a sentence. */
  readonly label: string;
  /** What stands below its ends. */
  readonly ends: readonly [string, string];
  /** Whether the largest is named, too. */
  readonly peak?: boolean;
}

/** Each number as a part of the largest one, however large they are. */
export function parts(values: readonly string[]): number[] {
  const numbers = values.map((value) => BigInt(value));
  let most = 1n;
  for (const number of numbers) if (number > most) most = number;
  return numbers.map((number) => Number((number * 10000n) / most) / 10000);
}

export function plot({ values, here, label, ends, peak }: Plot): SVGElement {
  const heights = parts(values);
  const step = WIDTH / Math.max(values.length, 1);
  const gap = step > 4 ? 1 : 0;
  const tall = HEIGHT - TOP;
  const bars = heights.map((part, index) => {
    // What is there at all is seen.
    const high = part > 0 || values[index] !== "0" ? Math.max(part * tall, 1) : 0;
    return svg("rect", {
      class: index === here ? "plot-bar here" : "plot-bar",
      x: index * step,
      y: HEIGHT - high,
      width: Math.max(step - gap, 0.5),
      height: high,
    });
  });
  const at = (here + 0.5) * step;
  const named = (index: number, kind: string) => {
    const x = (index + 0.5) * step;
    const anchor = x < 60 ? "start" : x > WIDTH - 60 ? "end" : "middle";
    return label_(x, 10, large(values[index] ?? "0"), `plot-value ${kind} ${anchor}`);
  };
  const top = heights.indexOf(Math.max(...heights));
  const marks = [
    svg("path", { class: "plot-here", d: `M${at} ${TOP - 3}V${HEIGHT}` }),
    named(here, "here"),
    ...(peak && Math.abs(top - here) * step > 60 ? [named(top, "top")] : []),
    svg("path", { class: "plot-axis", d: `M0 ${HEIGHT}H${WIDTH}` }),
    label_(0, HEIGHT + 13, ends[0], "plot-end start"),
    label_(WIDTH, HEIGHT + 13, ends[1], "plot-end end"),
  ];
  const title = svg("title");
  title.textContent = label;
  return svg("svg", { class: "plot", viewBox: `0 0 ${WIDTH} ${HEIGHT + 18}`, role: "img" }, title, ...bars, ...marks);
}

function label_(x: number, y: number, words: string, kind: string): SVGElement {
  const text = svg("text", { x, y, class: kind });
  text.textContent = words;
  return text;
}
