/** What whoever comes first finds: one sentence on the game, and three things to try. */

import { fill, h } from "../dom";
import { EXAMPLES } from "../examples";
import type { Session } from "../session/session";
import type { State } from "../store";
import { memo, type Panel } from "./panel";
import { button } from "./parts";

export function welcome(session: Session): Panel {
  const about = h("p", {});
  const things = h("ol", { class: "things" });
  const element = h("section", { class: "card welcome", "aria-label": "First steps" }, h("h2", {}, "Three things to try"), about, things,
    button("Got it", () => session.dismissFirstVisit(), { kind: "plain" }));
  let state: State;
  const draw = memo(() => {
    const example = EXAMPLES[state.game];
    about.textContent = example.about;
    fill(things, ...example.things.map((thing) => h("li", {}, thing)));
  });
  return {
    element,
    draw: (now) => {
      state = now;
      element.hidden = !now.firstVisit || now.edit !== null || now.tree.start !== EXAMPLES[now.game].position;
      draw(now.game);
    },
  };
}
