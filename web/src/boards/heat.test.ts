import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { MoveAnswer } from "../types";
import { furthest, heat, LEVELS } from "./heat";

type Rgb = [number, number, number];

const read = (name: string) => readFileSync(new URL(name, import.meta.url), "utf8");
const inks = read("./inks.css");
const tokens = read("../styles/tokens.css");

function rgb(hex: string): Rgb {
  const part = (from: number) => Number.parseInt(hex.slice(from, from + 2), 16) / 255;
  return [part(1), part(3), part(5)];
}

function linear(colour: Rgb): Rgb {
  const one = (part: number) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
  return [one(colour[0]), one(colour[1]), one(colour[2])];
}

/** The relative luminance of WCAG 2. */
function luminance(colour: Rgb): number {
  const [red, green, blue] = linear(colour);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: Rgb, other: Rgb): number {
  const [a, b] = [luminance(one) + 0.05, luminance(other) + 0.05];
  return Math.max(a, b) / Math.min(a, b);
}

/** The lightness of Oklab. */
function lightness(colour: Rgb): number {
  const [red, green, blue] = linear(colour);
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const medium = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  return 0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short;
}

const THEMES = ["light", "dark"] as const;

/** A colour of the boards, as the style sheet has it. */
function ink(name: string, theme: (typeof THEMES)[number]): Rgb {
  const found = new RegExp(`--${name}: light-dark\\((#[0-9a-f]{6}), (#[0-9a-f]{6})\\)`).exec(inks);
  const hex = found?.[theme === "light" ? 1 : 2];
  if (hex === undefined) throw new Error(`no ink ${name}`);
  return rgb(hex);
}

/** A colour of the page. */
function token(name: string, theme: (typeof THEMES)[number]): Rgb {
  const found = [...tokens.matchAll(new RegExp(`--${name}: (#[0-9a-f]{6})`, "g"))][theme === "light" ? 0 : 1]?.[1];
  if (found === undefined) throw new Error(`no token ${name}`);
  return rgb(found);
}

const levels = Array.from({ length: LEVELS }, (_, level) => level);

test.each(THEMES)("heat goes in even steps of lightness, %s", (theme) => {
  const all = levels.map((level) => lightness(ink(`heat-${level}`, theme)));
  const [first, last] = [all[0] ?? 0, all.at(-1) ?? 0];
  const step = (last - first) / (LEVELS - 1);
  expect(Math.abs(step)).toBeGreaterThan(0.05);
  for (const [level, now] of all.entries()) expect(Math.abs(now - first - level * step), `heat ${level}`).toBeLessThan(0.01);
  const ground = token("surface", theme);
  expect(contrast(ink("heat-0", theme), ground)).toBeGreaterThan(contrast(ink("heat-7", theme), ground));
});

test.each(THEMES)("text can be read where it stands, %s", (theme) => {
  const pairs: [string, Rgb, Rgb][] = [];
  for (const level of levels) pairs.push([`heat ${level}`, ink(`on-heat-${level}`, theme), ink(`heat-${level}`, theme)]);
  for (const piece of [0, 1, 2, 3, 4, 5]) pairs.push([`piece ${piece}`, ink(`piece-${piece}`, theme), ink(`tint-${piece}`, theme)]);
  const scores: [string, string][] = [["first-ink", "surface"], ["second-ink", "surface"], ["first-ink", "first-soft"], ["second-ink", "second-soft"], ["first-ink", "raised"], ["second-ink", "raised"], ["ink-soft", "ground"], ["ink-soft", "first-soft"], ["ink-soft", "second-soft"], ["on-first", "first"], ["on-second", "second"]];
  for (const [text, ground] of scores) pairs.push([`${text} on ${ground}`, token(text, theme), token(ground, theme)]);
  pairs.push(["taken", token("ink-soft", theme), ink("board-taken", theme)]);
  for (const [name, text, ground] of pairs) expect(contrast(text, ground), name).toBeGreaterThanOrEqual(4.5);
});

test.each(THEMES)("lines stand out, %s", (theme) => {
  for (const ground of ["ground", "surface", "first-soft", "second-soft"]) {
    expect(contrast(ink("board-strong", theme), token(ground, theme)), ground).toBeGreaterThanOrEqual(3);
  }
  for (const side of ["first", "second"]) expect(contrast(token(side, theme), token("surface", theme)), side).toBeGreaterThanOrEqual(3);
});

function move(margin: number | null, behind: number | null, best = false): MoveAnswer {
  const view = margin === null ? ({ certainty: "unknown" } as const) : ({ certainty: "exact", margin } as const);
  const value = { mover: view, first: view };
  return behind === null ? { move: "a1", value, best } : { move: "a1", value, best, behind: { margin: behind } };
}

test("a move is as warm as it is near the best", () => {
  const all = [move(5, 0, true), move(4, 1), move(-2, 7), move(null, null)];
  expect(furthest(all)).toBe(7);
  expect(all.map((each) => heat(each, 7))).toEqual([0, 1, 7, null]);
  // Where all are best there is nothing to be warm about; and what is behind is never as warm as the best.
  expect(heat(move(1, 0, true), 0)).toBe(0);
  expect(heat(move(1, 1), 1000)).toBe(1);
});

test("what only wins or loses is all or nothing", () => {
  const view = { certainty: "exact", outcome: "loss" } as const;
  const loses: MoveAnswer = { move: "a1", value: { mover: view, first: view }, best: false, behind: { outcome: "loss" } };
  expect(heat(loses, furthest([loses]))).toBe(7);
});
