/** A thread of its own: what searches pictures would keep the event loop for up to a second. */
import { parentPort } from "node:worker_threads";
import { toGuiAgentError } from "../core/errors.ts";
import type { ImageAnswer, ImageQuery } from "../imaging/image-finder.ts";
import { assertFits, searchScreen } from "../imaging/matching/search.ts";
import { frameRaster, type Raster } from "../imaging/raster.ts";
import { decodeImage, resizeFrame } from "./bun-decode.ts";
import type { SearchOrder, SearchReport } from "./image-search-messages.ts";

let last: Promise<void> = Promise.resolve();

// One after the other: two searches at once would share one core and hold two screens.
parentPort?.on("message", (order: SearchOrder) => {
  last = last.then(() => execute(order));
});

async function execute({ id, query, stop }: SearchOrder): Promise<void> {
  try {
    const answer = await search(query, () => Atomics.load(stop, 0) !== 0);
    send({ id, answer }, [answer.screen.buffer.buffer]);
  } catch (thrown) {
    const { code, message, remedy } = toGuiAgentError(thrown);
    send({ id, failure: { code, message, remedy } });
  }
}

function send(report: SearchReport, transfer: readonly ArrayBufferLike[] = []): void {
  parentPort?.postMessage(
    report,
    transfer.filter((buffer) => buffer instanceof ArrayBuffer),
  );
}

async function search(query: ImageQuery, isStopped: () => boolean): Promise<ImageAnswer> {
  const { screen, shownSizes, template, ...wanted } = query;
  const picture =
    template instanceof Uint8Array
      ? await decodeImage(template, (size) => assertFits(size, screen))
      : template;
  const shown: Raster[] = [];
  for (const size of shownSizes) {
    if (isStopped()) return { matches: [], screen };
    if (size.width !== screen.width || size.height !== screen.height)
      shown.push(await resizeFrame(screen, size));
  }
  const matches = searchScreen([...shown, frameRaster(screen)], picture, { ...wanted, isStopped });
  return { matches, screen };
}
