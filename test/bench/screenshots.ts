import { join } from "node:path";
import type { Size } from "../../src/core/geometry.ts";
import { fitImage, standardLimits } from "../../src/imaging/scale.ts";
import { bunCodec } from "../../src/runtime/bun-codec.ts";
import { systemPath } from "../support/program-environment.ts";
import { type Absentee, type Comparison, type Contestant, type Goal, timed } from "./comparison.ts";
import { peerName, peerWaits } from "./peer.ts";
import type { Stage } from "./stage.ts";

const overHttp = "gui_screenshot, HTTP";
const unparsed = "the same, read without a client library";
const limit = "limit: capture, then encode, in one process";
const jpeg = { format: "jpeg", quality: 75 } as const;

/** One picture of the whole screen, as JPEG wherever the contestant can. */
export async function screenshotComparison(
  title: string,
  size: Size,
  stage: Stage,
  goals: readonly Omit<Goal, "contestant">[],
): Promise<Comparison> {
  const { desktop, http, plain, stdio, server, folder } = stage;
  const area = { x: 0, y: 0, ...size };
  const frame = await desktop.capture(area);
  const encode = (captured: typeof frame) =>
    bunCodec.encode(captured, { ...jpeg, size: fitImage(captured, standardLimits) });
  const file = join(folder.path, "shot.jpg");
  return {
    title,
    contestants: [
      { name: overHttp, sample: () => timed(() => picture(http)) },
      {
        name: unparsed,
        sample: () => timed(() => plain.call("gui_screenshot")),
      },
      { name: "gui_screenshot, stdio", sample: () => timed(() => picture(stdio)) },
      { name: limit, sample: () => timed(async () => encode(await desktop.capture(area))) },
      { name: "limit: capture alone", sample: () => timed(() => desktop.capture(area)) },
      { name: "limit: encode alone", sample: () => timed(() => encode(frame)) },
      program(server, "scrot, JPEG to a file", ["scrot", "--overwrite", "--quality", "75", file]),
      program(server, "import (ImageMagick), JPEG to a file", [
        "import",
        "-window",
        "root",
        "-quality",
        "75",
        file,
      ]),
      peerContestant(stage),
    ],
    goals: [overHttp, unparsed].flatMap((contestant) => goals.map((goal) => ({ ...goal, contestant }))),
  };
}

/** F1: a round trip takes at most this many times what capture and encoding take by themselves. */
export const timesLimit = { below: 1.5, timesOf: limit } as const satisfies Omit<Goal, "contestant">;

async function picture(client: Stage["http"]): Promise<void> {
  const { content, isError } = await client.callRaw("gui_screenshot");
  if (isError || content[0]?.type !== "image")
    throw new Error(`There is no picture: ${JSON.stringify(content)}`);
}

/** A program that is started for each of its samples, as it would be in use. */
function program(
  server: Stage["server"],
  name: string,
  command: readonly [string, ...string[]],
): Contestant | Absentee {
  if (Bun.which(command[0], { PATH: systemPath }) === null)
    return { name, problem: `${command[0]} is not installed` };
  return { name, sample: () => timed(() => server.run(command)) };
}

function peerContestant({ peer }: Stage): Contestant | Absentee {
  if ("problem" in peer) return peer;
  return {
    name: `${peerName}, PNG`,
    sample: () => timed(() => peer.act("get_screenshot")),
    waitsMs: peerWaits.screenshot,
  };
}
