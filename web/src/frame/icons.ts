/** The page's icons: strokes on a grid of 24. Each stands beside a label, or in a button that has one. */

import { svg } from "../dom";

const PATHS = {
  start: "M6 5v14M18 6l-8 6 8 6z",
  back: "M15 5l-7 7 7 7",
  forward: "M9 5l7 7-7 7",
  end: "M18 5v14M6 6l8 6-8 6z",
  undo: "M8 7L4 11l4 4M4 11h10a5 5 0 0 1 0 10h-3",
  redo: "M16 7l4 4-4 4M20 11H10a5 5 0 0 0 0 10h3",
  flip: "M7 4v16M7 20l-3-3M7 20l3-3M17 20V4M17 4l-3 3M17 4l3 3",
  best: "M12 4l2.4 5.2 5.6.7-4.1 3.9 1.1 5.6L12 16.6 7 19.4l1.1-5.6L4 9.9l5.6-.7z",
  share: "M14 4h6v6M20 4l-9 9M18 14v6H4V6h6",
  import: "M12 4v11M7 10l5 5 5-5M5 20h14",
  export: "M12 15V4M7 9l5-5 5 5M5 20h14",
  edit: "M5 19l1-4L16.5 4.5l3 3L9 18zM14 7l3 3",
  theme: "M12 3a9 9 0 1 0 0 18zM12 3a9 9 0 0 1 0 18",
  light: "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8M12 2v3M12 19v3M2 12h3M19 12h3M5 5l2 2M17 17l2 2M19 5l-2 2M7 17l-2 2",
  dark: "M19.5 14.5A8 8 0 0 1 9.5 4.5a8 8 0 1 0 10 10z",
  help: "M9 9a3 3 0 1 1 4.2 2.8c-.8.4-1.2 1-1.2 2.2M12 17.5v.5M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18",
  board: "M4 4h16v16H4zM4 12h16M12 4v16",
  options: "M4 8h9M17 8h3M15 6v4M4 16h3M11 16h9M9 14v4",
  close: "M6 6l12 12M18 6L6 18",
  stop: "M7 7h10v10H7z",
} as const;

export type IconName = keyof typeof PATHS;

export function icon(name: IconName): SVGElement {
  return svg("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true", focusable: "false" }, svg("path", { d: PATHS[name] }));
}
