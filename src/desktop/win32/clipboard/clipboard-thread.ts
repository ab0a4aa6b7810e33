/**
 * A thread of its own: whoever asks another program for what it has copied waits for that program, however
 * long, and other programs wait for us, whatever the rest of gui-agent does meanwhile.
 */
import { parentPort } from "node:worker_threads";
import { systemClock } from "../../../core/clock.ts";
import { toGuiAgentError } from "../../../core/errors.ts";
import { openClipboardApi } from "./clipboard-api.ts";
import type {
  ClipboardOrder,
  ClipboardResult,
  FromClipboardThread,
  ToClipboardThread,
} from "./clipboard-messages.ts";
import { DirectClipboard } from "./direct-clipboard.ts";

const clipboard = new DirectClipboard(openClipboardApi(), systemClock);
const running = new Map<number, AbortController>();

parentPort?.on("message", (message: ToClipboardThread) => {
  if ("cancelled" in message) running.get(message.cancelled)?.abort();
  else void answer(message.id, message.order);
});

async function answer(id: number, order: ClipboardOrder): Promise<void> {
  const cancelling = new AbortController();
  running.set(id, cancelling);
  try {
    send({ id, result: await obey(order, cancelling.signal) });
  } catch (thrown) {
    const { code, message, remedy } = toGuiAgentError(thrown);
    send({ id, result: { did: "fail", code, message, ...(remedy === undefined ? {} : { remedy }) } });
  } finally {
    running.delete(id);
  }
}

function send(message: FromClipboardThread): void {
  parentPort?.postMessage(message);
}

async function obey(order: ClipboardOrder, signal: AbortSignal): Promise<ClipboardResult> {
  switch (order.do) {
    case "read":
      return { did: order.do, contents: await clipboard.read(signal) };
    case "writeText":
      await clipboard.writeText(order.text, order.isSecret);
      return { did: order.do };
    case "lend":
      return { did: order.do, pasteKeys: await clipboard.lend(order.text, signal) };
    case "awaitPaste":
      return { did: order.do, outcome: await clipboard.awaitPaste(order.timeoutMs, signal) };
    case "putBack":
      await clipboard.putBack();
      return { did: order.do };
    case "settle":
      await clipboard.settle();
      return { did: order.do };
    default:
      return order satisfies never;
  }
}
