import { z } from "zod";
import type { ToolClient } from "./tool-client.ts";

const region = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() });
const center = z.object({ x: z.number(), y: z.number() });
const place = { region, center, confidence: z.number() };

const result = z.discriminatedUnion("found", [
  z.object({ found: z.literal(true), ...place, matches: z.array(z.object(place)).optional() }),
  z.object({ found: z.literal(false), matches: z.tuple([]).optional() }),
]);
export type FoundImage = z.infer<typeof result>;

/** What gui_find_image tells. */
export async function findImage(client: ToolClient, input: Record<string, unknown>): Promise<FoundImage> {
  return result.parse(await client.call("gui_find_image", input));
}
