import { expect, test } from "bun:test";
import { saysUnpaid } from "../../src/models/refusal-words.ts";

// Not through the front door: no test asks a server at these addresses.
test.each([
  ["https://api.openai.com/v1", true],
  ["https://dashscope.aliyuncs.com/compatible-mode/v1", false],
  ["https://dashscope-intl.aliyuncs.com/compatible-mode/v1", false],
])("insufficient_quota, said at %s, means that somebody has to pay: %j", (baseUrl, expected) => {
  expect(saysUnpaid('{"code":"insufficient_quota"}', 429, { provider: "openai", baseUrl })).toBe(expected);
});
