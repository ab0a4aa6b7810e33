import { environment } from "#runtime";
import type { Clock } from "../../../core/clock.ts";
import { openSession } from "../connect.ts";
import { decodeSelections } from "./kept-selections.ts";
import { SelectionOwner, type Watcher } from "./owner.ts";

/**
 * Owns the selections that it reads from its standard input until other programs have taken them all,
 * or until the X server goes. What was copied would otherwise go with the program that held it.
 */
export async function keepSelections(clock: Clock): Promise<void> {
  const selections = decodeSelections(await readInput());
  const session = await openSession({ display: environment.DISPLAY, authority: environment.XAUTHORITY });
  try {
    const owner = await SelectionOwner.open(session, clock);
    const deliveries = new Set<Promise<boolean>>();
    const losses = await Promise.all(
      selections.map(async ({ name, since, items }) => {
        const lost = Promise.withResolvers<void>();
        const watcher: Watcher = {
          mayGive: () => true,
          given: (_requestor, whole) => {
            deliveries.add(whole);
            void whole.then(() => deliveries.delete(whole));
          },
          lost: lost.resolve,
        };
        const isOurs = await owner.own(name, items, since, watcher);
        return isOurs ? [lost.promise] : [];
      }),
    );
    // Who has started us may end now, and with it the other end of this pipe.
    process.stdout.on("error", () => undefined).write("kept\n");
    await Promise.all(losses.flat());
    // Who has begun to fetch something gets the rest.
    await Promise.all(deliveries);
  } finally {
    session.fail("is no longer used");
  }
}

async function readInput(): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of process.stdin) parts.push(Buffer.from(part));
  return Buffer.concat(parts);
}
