import { type Comparison, timed } from "./comparison.ts";
import type { Floor } from "./floor.ts";
import { peerName } from "./peer.ts";
import type { Stage } from "./stage.ts";

/** Where the pointer is, and a wait of no time: what the way in and out costs. */
export function emptyCallComparison({ http, plain, stdio, peer }: Stage, floor: Floor): Comparison {
  return {
    title: "A call that does next to nothing",
    contestants: [
      { name: "gui_cursor_position, HTTP", sample: () => timed(() => http.call("gui_cursor_position")) },
      {
        name: "the same, read without a client library",
        sample: () => timed(() => plain.call("gui_cursor_position")),
      },
      { name: "gui_cursor_position, stdio", sample: () => timed(() => stdio.call("gui_cursor_position")) },
      { name: "gui_wait 0 ms, HTTP", sample: () => timed(() => http.call("gui_wait", { ms: 0 })) },
      { name: "floor: an HTTP request to a bare server", sample: () => timed(() => floor.request()) },
      "problem" in peer
        ? peer
        : {
            name: `${peerName}, cursor position`,
            sample: () => timed(() => peer.act("get_cursor_position")),
          },
    ],
  };
}
