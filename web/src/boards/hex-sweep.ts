/** What has been swept so far, set back, and the line between that and what is still open. */

import type { HexHood } from "../reasons/shapes";
import type { HoodAnswer } from "../types";
import { between, corners, type Hexes } from "./hex-grid";
import { path, type Shape, shape } from "./paint";
import { readCell } from "./places";

export function swept(on: Hexes, hood: HoodAnswer | null): Shape[] {
  const kept = hood?.game === "hex" ? (hood.hood as HexHood) : null;
  if (!kept || kept.swept === 0) return [];
  const done = new Set(kept.order.slice(0, kept.swept));
  const cells = [...done].flatMap((name) => {
    const place = readCell(name);
    return place ? [path(corners(on, place), true)] : [];
  });
  const isDone = ({ row, column }: { row: number; column: number }) => inside.has(row * on.columns + column);
  const inside = new Set(
    [...done].flatMap((name) => {
      const place = readCell(name);
      return place ? [place.row * on.columns + place.column] : [];
    }),
  );
  const cut = between(on, isDone).map((side) => path(side));
  return [
    shape("swept", "path", { class: "swept", d: cells.join("") }),
    shape("cut", "path", { class: "cut", d: cut.join("") }),
  ];
}
