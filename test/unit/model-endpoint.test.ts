import { describe, expect, test } from "bun:test";
import { findKey } from "../../src/models/credentials.ts";
import {
  groundingEndpoint,
  type ModelSettings,
  memoryEndpoint,
  visionEndpoint,
} from "../../src/models/endpoint.ts";
import { completeBaseUrl } from "../../src/models/protocols.ts";

const settings: ModelSettings = {
  provider: "anthropic",
  model: "claude-sonnet-4-20250514",
  apiKey: undefined,
  baseUrl: undefined,
  apiProtocol: undefined,
  coordinateMode: undefined,
  memoryModel: undefined,
  memoryProvider: undefined,
  groundingModel: undefined,
  groundingProvider: undefined,
  groundingBaseUrl: undefined,
  groundingApiKey: undefined,
};
const environment = {
  ANTHROPIC_API_KEY: "a",
  OPENAI_API_KEY: " o\n",
  GEMINI_API_KEY: "g",
  DASHSCOPE_API_KEY: "d",
};
const elsewhere = "http://127.0.0.1:1/v1";

test("a custom endpoint is never given a key that was meant for the provider", () => {
  const openai = { provider: "openai", apiKey: undefined, baseUrl: undefined } as const;
  expect(findKey(openai, environment)).toEqual({ key: "o", variable: "OPENAI_API_KEY" });
  expect(findKey(openai, { ANTHROPIC_API_KEY: "a", OPENAI_API_KEY: " " })).toBeUndefined();
  expect(findKey({ ...openai, baseUrl: elsewhere }, environment)).toBeUndefined();
  expect(findKey({ ...openai, baseUrl: elsewhere, apiKey: "k" }, environment)).toEqual({
    key: "k",
    variable: "GUI_AGENT_API_KEY",
  });
});

describe("the vision model", () => {
  test.each([
    ["anthropic", "anthropic", "https://api.anthropic.com", "a"],
    ["openai", "openai-responses", "https://api.openai.com/v1", "o"],
    ["gemini", "gemini", "https://generativelanguage.googleapis.com/v1beta", "g"],
    ["qwen", "openai", "https://dashscope.aliyuncs.com/compatible-mode/v1", "d"],
  ] as const)("of %s is reached by %s at %s", (provider, protocol, baseUrl, key) => {
    const named = { ...settings, provider, model: "some-model" };
    expect(visionEndpoint(named, environment)).toMatchObject({ protocol, baseUrl, key });
  });

  test.each([
    ["anthropic", "anthropic"],
    ["openai", "openai"],
    ["gemini", "gemini"],
    ["qwen", "openai"],
  ] as const)("of %s elsewhere is asked by %s, unless the protocol is set", (provider, protocol) => {
    const custom = { ...settings, provider, baseUrl: elsewhere };
    expect(visionEndpoint(custom, environment)).toMatchObject({ protocol, key: undefined });
    const explicit = visionEndpoint({ ...custom, apiProtocol: "openai-responses" }, environment);
    expect(explicit.protocol).toBe("openai-responses");
  });

  test("without a key, the variables to set are named", () => {
    const named = { ...settings, provider: "gemini", model: "some-model" } as const;
    expect(() => visionEndpoint(named, { OPENAI_API_KEY: "o" })).toThrow(
      expect.objectContaining({
        code: "model_unavailable",
        message: expect.stringContaining("no key for gemini"),
        remedy: expect.stringContaining("Set GEMINI_API_KEY or GUI_AGENT_API_KEY"),
      }),
    );
  });
});

test("of a provider that does not have the default model, a model must be named", () => {
  expect(() => visionEndpoint({ ...settings, provider: "gemini" }, environment)).toThrow(
    expect.objectContaining({
      code: "invalid_input",
      message: expect.stringContaining("GUI_AGENT_PROVIDER is gemini"),
      remedy: expect.stringContaining("Set GUI_AGENT_MODEL"),
    }),
  );
  // It may have models under any name.
  expect(visionEndpoint({ ...settings, provider: "openai", baseUrl: elsewhere }, environment).model).toBe(
    settings.model,
  );
});

describe("the model for summaries", () => {
  test("is the vision model, or another where that is", () => {
    const custom = { ...settings, baseUrl: elsewhere, apiKey: "k" };
    expect(memoryEndpoint(custom, environment)).toMatchObject({ model: settings.model, key: "k" });
    expect(memoryEndpoint({ ...custom, memoryModel: "small" }, environment)).toMatchObject({
      model: "small",
      key: "k",
      baseUrl: "http://127.0.0.1:1",
    });
  });

  test("of another provider is reached there, with that provider's own key", () => {
    const custom = { ...settings, baseUrl: elsewhere, apiKey: "k", memoryProvider: "openai" } as const;
    expect(memoryEndpoint({ ...custom, memoryModel: "small" }, environment)).toMatchObject({
      model: "small",
      key: "o",
      baseUrl: "https://api.openai.com/v1",
    });
    expect(() => memoryEndpoint({ ...custom, memoryModel: "small" }, {})).toThrow(
      expect.objectContaining({ remedy: expect.stringContaining("Set OPENAI_API_KEY in the environment") }),
    );
    expect(() => memoryEndpoint(custom, environment)).toThrow("No model of openai is named");
  });
});

describe("the grounding model", () => {
  const grounded = {
    ...settings,
    groundingModel: "ui-tars-1.5-7b",
    coordinateMode: "normalized-1000",
  } as const;

  test("is none unless it is named", () => {
    expect(groundingEndpoint(settings, environment)).toBeUndefined();
  });

  test.each([
    { groundingProvider: "qwen" },
    { groundingBaseUrl: elsewhere },
    { groundingApiKey: "k" },
  ] as const)("must be named when settings say more of it: %j", (set) => {
    expect(() => groundingEndpoint({ ...settings, ...set }, environment)).toThrow("No model is named");
  });

  test("of the vision model's provider is reached where that is, in its own coordinates", () => {
    const custom = { ...grounded, baseUrl: elsewhere, apiKey: "k", apiProtocol: "openai" } as const;
    const variables = {
      provider: "GUI_AGENT_GROUNDING_PROVIDER",
      model: "GUI_AGENT_GROUNDING_MODEL",
      key: "GUI_AGENT_API_KEY",
      baseUrl: "GUI_AGENT_BASE_URL",
    };
    const expected = { model: "ui-tars-1.5-7b", protocol: "openai", baseUrl: elsewhere, variables };
    expect(groundingEndpoint(custom, environment)).toMatchObject({
      ...expected,
      key: "k",
      coordinateMode: undefined,
    });
    expect(groundingEndpoint({ ...custom, groundingApiKey: "g" }, environment)).toMatchObject({
      key: "g",
      variables: { ...variables, key: "GUI_AGENT_GROUNDING_API_KEY" },
    });
  });

  test("elsewhere is not given the vision model's key", () => {
    const custom = { ...grounded, apiKey: "k", groundingBaseUrl: elsewhere };
    expect(groundingEndpoint(custom, environment)).toMatchObject({ key: undefined });
    expect(groundingEndpoint({ ...custom, groundingApiKey: "g" }, environment)).toMatchObject({ key: "g" });
    const other = { ...grounded, apiKey: "k", groundingProvider: "qwen" } as const;
    expect(groundingEndpoint(other, environment)).toMatchObject({ key: "d" });
    expect(() => groundingEndpoint(other, {})).toThrow(
      expect.objectContaining({
        remedy: expect.stringContaining("DASHSCOPE_API_KEY or GUI_AGENT_GROUNDING_API_KEY"),
      }),
    );
  });
});

test.each([
  ["anthropic", "http://HOST:1", "http://host:1"],
  ["anthropic", "http://host:1/", "http://host:1"],
  ["anthropic", "http://host:1/v1/", "http://host:1"],
  ["anthropic", "https://host/anthropic", "https://host/anthropic"],
  ["openai", "http://127.0.0.1:11434", "http://127.0.0.1:11434/v1"],
  ["openai", "https://openrouter.ai/api/v1", "https://openrouter.ai/api/v1"],
  ["openai-responses", "http://host//", "http://host/v1"],
  ["gemini", "http://host", "http://host/v1beta"],
  ["gemini", "http://host/v1", "http://host/v1"],
] as const)("%s at %s is asked below %s", (protocol, given, expected) => {
  expect(completeBaseUrl(protocol, given)).toBe(expected);
});
