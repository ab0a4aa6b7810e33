import type { ModelEndpoint } from "./endpoint.ts";

/**
 * Names and words by which providers say that nothing is left to pay with. Not "quota" nor "billing" alone:
 * limits of so much a minute, which pass, are told in those too.
 */
const unpaid =
  /insufficient[ _-](?:account )?(?:balance|credits?|funds)|(?:credit|account) balance is|exceeded_current_quota|billing_hard_limit|specified API usage limits|spending limit|arrearage|accountoverdue|余额不足|欠费/i;

/** OpenAI's name for the same, by which Alibaba means so many tokens a minute. */
const openAiUnpaid = /\binsufficient_quota\b/;
const alibaba = /\.aliyuncs\.com\//;

/** Words by which servers say that a request is larger than their model's context. */
const tooLong =
  /context[ _-](?:length|window|size|limit)|prompt is too long|input token count|maximum model length|range of input length/i;

/** Whether a refusal means that somebody has to pay first. */
export function saysUnpaid(
  words: string,
  status: number,
  { provider, baseUrl }: Pick<ModelEndpoint, "provider" | "baseUrl">,
): boolean {
  if (status === 402 || unpaid.test(words)) return true;
  return openAiUnpaid.test(words) && provider !== "qwen" && !alibaba.test(baseUrl);
}

/** Whether a refusal that stays means that the request was too long. */
export function saysTooLong(words: string): boolean {
  return tooLong.test(words);
}
