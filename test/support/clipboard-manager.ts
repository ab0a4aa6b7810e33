import type { SelectionRequest } from "x11";
import { systemClock } from "../../src/core/clock.ts";
import { ForeignSelection } from "../../src/desktop/x11/clipboard/foreign-selection.ts";
import { SelectionOwner } from "../../src/desktop/x11/clipboard/owner.ts";
import { createSelectionWindow, serverTime } from "../../src/desktop/x11/clipboard/requestor.ts";
import { openSession } from "../../src/desktop/x11/connect.ts";
import { atom } from "../../src/desktop/x11/window-properties.ts";
import type { XServer } from "./x-server.ts";

/**
 * A desktop's clipboard manager, which takes over the clipboard when its owner asks for that. Not a
 * GTK program: GTK answers such a request by itself, whatever the program would do.
 * @param options `saves` false makes it refuse
 */
export async function startClipboardManager(
  { display }: XServer,
  { saves }: { readonly saves: boolean },
): Promise<Disposable> {
  // Two connections, since each answers every request that comes to it.
  const asked = await openSession({ display, authority: undefined });
  const saving = await openSession({ display, authority: undefined });
  const owner = await SelectionOwner.open(saving, systemClock);

  const save = async (): Promise<boolean> => {
    const { signal } = new AbortController();
    const patience = { until: systemClock.now() + 10_000, signal };
    using copied = await ForeignSelection.open(saving, "CLIPBOARD", systemClock, patience);
    const items = await copied?.everything();
    return (
      items !== undefined && (await owner.own("CLIPBOARD", items, await serverTime(saving, systemClock)))
    );
  };
  const answer = async ({ requestor, selection, target, time, property }: SelectionRequest) => {
    const isSaved = saves && target === (await atom(asked, "SAVE_TARGETS")) && (await save());
    const notify = { requestor, selection, target, time, property: isSaved ? property : 0 };
    asked.client.SendEvent(requestor, 0, 0, { name: "SelectionNotify", ...notify });
  };
  asked.onEvent((event) => {
    if (event.name === "SelectionRequest") void answer(event);
  });
  const manager = await atom(asked, "CLIPBOARD_MANAGER");
  const time = await serverTime(asked, systemClock);
  await asked.batch(() => asked.client.SetSelectionOwner(createSelectionWindow(asked), manager, time));
  return {
    [Symbol.dispose]: () => {
      for (const session of [asked, saving]) session.fail("is no longer used");
    },
  };
}
