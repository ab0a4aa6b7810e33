import { cogAgentAnswers } from "./cogagent.ts";
import { qwenAnswers } from "./qwen.ts";
import { showUiAnswers } from "./show-ui.ts";
import { uiTarsAnswers } from "./ui-tars.ts";

/** Answers as models of a family write them. */
export interface AnswerExamples {
  /** The answer, and the calls that it stands for. */
  readonly understood: readonly (readonly [answer: string, calls: readonly ExpectedCall[]])[];
  /** The answer, and what the model must be told of it. */
  readonly refused: readonly (readonly [answer: string, mention: string])[];
}

export type ExpectedCall = readonly [name: string, input: Readonly<Record<string, unknown>>];

export const answerExamples = {
  "ui-tars": uiTarsAnswers,
  qwen: qwenAnswers,
  cogagent: cogAgentAnswers,
  showui: showUiAnswers,
} as const satisfies Record<string, AnswerExamples>;
