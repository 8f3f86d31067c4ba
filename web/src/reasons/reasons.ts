/** The panels of reasons of each game. */

import { type Child, fill, h } from "../dom";
import type { GameName, GameRecord, HoodAnswer, WhyAnswer } from "../types";
import { hoodContour } from "./hood-contour";
import { hoodDots } from "./hood-dots";
import { hexHood } from "./hood-hex";
import type { HoodPanel, ReasonsEvents, ReasonsPanel, WhyPanel } from "./panel";
import { whyContour } from "./why-contour";
import { whyDots } from "./why-dots";
import { whyHex } from "./why-hex";
import { Words } from "./words";
import "./reasons.css";

type Tell<Answer> = (answer: Answer, record: GameRecord, words: Words) => Child[];

const WHY: Partial<Record<GameName, Tell<WhyAnswer>>> = { contour: whyContour, hex: whyHex, dots: whyDots };
const HOOD: Partial<Record<GameName, Tell<HoodAnswer>>> = { contour: hoodContour, dots: hoodDots };

export function why(game: GameName, events: ReasonsEvents): WhyPanel {
  return panel("why", WHY[game], events);
}

export function hood(game: GameName, events: ReasonsEvents): HoodPanel {
  return game === "hex" ? hexHood(events) : panel("hood", HOOD[game], events);
}

/** Filled anew for each answer. */
function panel<Answer extends WhyAnswer | HoodAnswer>(
  name: string,
  tell: Tell<Answer> | undefined,
  events: ReasonsEvents,
): ReasonsPanel<Answer> {
  const element = h("div", { class: `reasons reasons-${name}` });
  let shown: Answer | null = null;
  return {
    element,
    draw: (answer, record) => {
      // An answer to an earlier position says nothing of this one.
      const now = answer && answer.position === record.position ? answer : null;
      if (now === shown) return;
      shown = now;
      fill(element, ...(now && tell ? tell(now, record, new Words(events, record)) : []));
    },
  };
}
