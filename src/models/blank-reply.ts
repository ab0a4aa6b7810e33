import type { LoopModel, Reply } from "./port.ts";

/** A reply of which nothing is known yet but whose it is. */
export function blankReply({ api, provider, id }: LoopModel, date: Date): Reply {
  const nothing = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };
  return {
    role: "assistant",
    content: [],
    api,
    provider,
    model: id,
    usage: { ...nothing, totalTokens: 0, cost: { ...nothing, total: 0 } },
    stopReason: "stop",
    timestamp: date.getTime(),
  };
}
