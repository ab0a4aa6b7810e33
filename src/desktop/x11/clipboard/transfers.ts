import type { PropertyNotify, PropertyValue } from "x11";
import type { Clock } from "../../../core/clock.ts";
import { propertyChanges } from "../protocol.ts";
import type { X11Session } from "../session.ts";

const nothing = 0;
const deleted = 1;

/** What the header of a ChangeProperty request takes. */
const headerBytes = 24;
/** Above this, programs are used to get data in parts. */
const mostBytes = 200 * 1024;

/** A program that does not fetch the next part for this long has gone, or hangs. */
const fetchWithinMs = 10_000;

/** What is given; `type` is the atom of its type. */
export type Contents = Pick<PropertyValue, "type" | "format" | "data">;

interface Transfer {
  readonly requestor: number;
  readonly property: number;
  readonly item: Contents;
  offset: number;
  timer: AbortController;
  end(isWhole: boolean): void;
}

/** The programs that are being given something in parts, since it is too long for one request (ICCCM, section 2.7.2). */
export class Transfers {
  readonly #session: X11Session;
  readonly #incr: number;
  readonly #clock: Clock;
  readonly #running = new Map<string, Transfer>();
  readonly #partBytes: number;

  constructor(session: X11Session, incr: number, clock: Clock) {
    this.#session = session;
    this.#incr = incr;
    this.#clock = clock;
    const mostInRequest = session.server.max_request_length * 4 - headerBytes;
    this.#partBytes = Math.min(mostBytes, mostInRequest) & ~3;
    session.onEvent((event) => {
      if (event.name === "PropertyNotify" && event.state === deleted) this.#fetched(event);
    });
    session.onLost(() => {
      for (const transfer of this.#running.values()) transfer.end(false);
    });
  }

  /** Gives an item to a program. Resolves when it has fetched all of it, or does not fetch it: with which of both. */
  give(requestor: number, property: number, item: Contents): Promise<boolean> {
    const { client } = this.#session;
    if (item.data.length <= this.#partBytes) {
      client.ChangeProperty(0, requestor, property, item.type, item.format, item.data);
      return Promise.resolve(true);
    }
    const key = `${requestor}/${property}`;
    // Asked again before the end: the program has given up on the first.
    this.#running.get(key)?.end(false);
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const transfer: Transfer = {
      requestor,
      property,
      item,
      offset: 0,
      timer: new AbortController(),
      end: (isWhole) => {
        transfer.timer.abort();
        this.#running.delete(key);
        this.#stopListening(requestor);
        resolve(isWhole);
      },
    };
    this.#running.set(key, transfer);
    client.ChangeWindowAttributes(requestor, { eventMask: propertyChanges });
    client.ChangeProperty(0, requestor, property, this.#incr, 32, [item.data.length]);
    this.#expectFetch(transfer);
    return promise;
  }

  /** A program asks for the next part by deleting the last one. */
  #fetched({ wid, atom }: PropertyNotify): void {
    const transfer = this.#running.get(`${wid}/${atom}`);
    if (transfer === undefined) return;
    const { requestor, property, item, offset } = transfer;
    const part = item.data.subarray(offset, offset + this.#partBytes);
    transfer.offset += part.length;
    this.#session.client.ChangeProperty(0, requestor, property, item.type, item.format, part);
    if (part.length === 0) transfer.end(true);
    else this.#expectFetch(transfer);
  }

  #expectFetch(transfer: Transfer): void {
    transfer.timer.abort();
    const timer = new AbortController();
    transfer.timer = timer;
    this.#clock.sleep(fetchWithinMs, timer.signal).then(
      () => transfer.end(false),
      () => undefined,
    );
  }

  #stopListening(requestor: number): void {
    const isBusy = [...this.#running.values()].some((transfer) => transfer.requestor === requestor);
    if (isBusy || this.#session.isLost) return;
    this.#session.client.ChangeWindowAttributes(requestor, { eventMask: nothing });
  }
}
