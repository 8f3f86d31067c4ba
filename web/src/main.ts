/** The page begins: what the address says is put on the board. */

import { ApiError, api } from "./api";
import { page } from "./frame/page";
import { Session } from "./session/session";
import { applyTheme, followSystem, load } from "./settings";
import { readPlace } from "./state/address";
import { initial } from "./store";
import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/frame.css";
import "./styles/column.css";
import "./styles/game.css";
import "./styles/dialogs.css";
import "./styles/print.css";

const settings = load();
applyTheme(settings.theme ?? "auto");
followSystem();

const place = readPlace(new URL(location.href));
const state = initial(place.game);
const session = new Session({
  ...state,
  layers: { ...state.layers, ...settings.layers },
  open: new Set(settings.open ?? state.open),
  firstVisit: settings.visited !== true,
});
page(session, document.body);

/** What the browser kept beside an address. */
function kept(): unknown {
  const beside: unknown = history.state;
  return typeof beside === "object" && beside !== null && "tree" in beside ? beside.tree : null;
}

window.addEventListener("popstate", () => {
  // To go to another part of the page is not to go to another position.
  if (location.pathname + location.search === session.navigation.address()) return;
  void session.navigation.open(new URL(location.href), kept(), "none");
});
void session.navigation.open(new URL(location.href), kept(), "replace");

try {
  session.store.set({ games: (await api.games()).games });
} catch (error) {
  // The page does without the lists of forms and methods.
  if (!(error instanceof ApiError)) throw error;
}
