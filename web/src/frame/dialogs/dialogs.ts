/** All dialogs of the page. */

import type { Session } from "../../session/session";
import type { Dialogs } from "../topbar";
import { exportDialog } from "./export";
import { helpDialog } from "./help";
import { importDialog, type ImportDialog } from "./import";
import { optionsDialog, positionDialog } from "./position";

export function dialogsOf(session: Session): { dialogs: Dialogs; importing: ImportDialog } {
  const importing = importDialog(session);
  return {
    importing,
    dialogs: { position: positionDialog(session), options: optionsDialog(session), import: importing, export: exportDialog(session), help: helpDialog() },
  };
}
