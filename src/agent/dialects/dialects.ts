import type { DialectName } from "../../coordinates/model-profiles.ts";
import { cogAgent } from "./cogagent.ts";
import type { Dialect } from "./dialect.ts";
import { qwen } from "./qwen.ts";
import { showUi } from "./show-ui.ts";
import { uiTars } from "./ui-tars.ts";

/** The dialects by the names that model profiles give. */
export const dialects = {
  "ui-tars": uiTars,
  qwen,
  cogagent: cogAgent,
  showui: showUi,
} as const satisfies Record<DialectName, Dialect>;
