import { z } from "zod";
import type { Reply } from "../models/port.ts";

const argumentsSchema = z.record(z.string(), z.unknown());

/**
 * What a reply's calls are given as secrets, be it that they are refused: the model may say in other words,
 * too, what it meant to type.
 */
export function secretTextsOf({ content }: Reply): readonly string[] {
  return content.flatMap((part) => {
    if (part.type !== "toolCall") return [];
    const given = argumentsSchema.safeParse(part.arguments).data ?? {};
    // Anything but a clear no may be meant as a yes that is written wrong.
    if ([undefined, null, false, "false"].some((no) => given.secret === no)) return [];
    const { text, ...others } = given;
    const texts = typeof text === "string" ? [text] : Object.values(others);
    return texts.filter((each) => typeof each === "string");
  });
}
