import { describe, expect, test } from "bun:test";
import {
  type CoordinateMode,
  type CoordinateOrder,
  coordinateModes,
  modelProfiles,
  profileFor,
} from "../../src/coordinates/model-profiles.ts";
import type { ImageLimits } from "../../src/core/image-limits.ts";

const pixels = "image-absolute";
const perMille = "normalized-1000";
const grid = "normalized-999";
const fraction = "normalized-0-1";

/** The families of the specification, in the spellings of the providers that serve them. */
const spellings: readonly (readonly [CoordinateMode, CoordinateOrder, readonly string[]])[] = [
  [
    pixels,
    "xy",
    [
      "claude-sonnet-4-20250514",
      "Claude-3-5-Sonnet-20241022",
      "anthropic/claude-opus-4.1",
      "anthropic.claude-3-haiku-20240307-v1:0",
      "us.anthropic.claude-sonnet-4-20250514-v1:0",
      "arn:aws:bedrock:us-east-1:1:inference-profile/eu.anthropic.claude-sonnet-4-5-20250929-v1:0",
      "publishers/anthropic/models/claude-sonnet-4@20250514",
      "openrouter/anthropic/claude-3.7-sonnet:thinking",
    ],
  ],
  [
    pixels,
    "xy",
    [
      "gpt-4o",
      "gpt-4o-2024-11-20",
      "gpt-4o-mini",
      "openai/gpt-4o",
      "azure/my-gpt-4o-deployment",
      "gpt4o",
      "gpt-4.1",
      "gpt-5",
      "gpt-5-mini-2025-08-07",
      "gpt-5.2",
      "gpt-5.4",
      "openai/gpt-5.4-mini",
      "gpt-5-codex",
      "computer-use-preview",
      "computer-use-preview-2025-03-11",
      "openai/computer-use-preview",
    ],
  ],
  [
    grid,
    "yx",
    [
      "gemini-2.5-pro",
      "gemini-2.5-flash-lite-preview-09-2025",
      "models/gemini-2.5-pro",
      "google/gemini-3-pro-preview",
      "openrouter/google/gemini-2.5-flash:free",
      // Contains the name of OpenAI's model, and is Gemini.
      "gemini-2.5-computer-use-preview-10-2025",
    ],
  ],
  [
    perMille,
    "xy",
    [
      "ui-tars",
      "ui-tars-72b-dpo",
      "ByteDance-Seed/UI-TARS-7B-SFT",
      "ui-tars-2",
      "doubao-1-5-ui-tars-250428",
      "UI_TARS_7B",
      "uitars-7b",
    ],
  ],
  [
    pixels,
    "xy",
    [
      "ui-tars-1.5-7b",
      "bytedance/ui-tars-1.5-7b",
      "ByteDance-Seed/UI-TARS-1.5-7B",
      "ui-tars-1.5",
      "ui_tars_1_5",
      "ui-tars-1-5-7b",
      "0000/ui-tars-1.5-7b-q4_k_m:latest",
    ],
  ],
  [
    pixels,
    "xy",
    [
      "qwen2.5-vl-72b-instruct",
      "Qwen/Qwen2.5-VL-72B-Instruct",
      "qwen/qwen2.5-vl-32b-instruct:free",
      "qwen2.5vl:7b",
      "accounts/fireworks/models/qwen2p5-vl-32b-instruct",
      "mlx-community/Qwen2.5-VL-7B-Instruct-8bit",
      "qwen-vl-max",
      "qwen-vl-plus-latest",
      "Qwen/Qwen-VL-Chat",
    ],
  ],
  [
    perMille,
    "xy",
    [
      "qwen3-vl-plus",
      "Qwen/Qwen3-VL-235B-A22B-Instruct",
      "qwen3-vl:8b",
      "qwen/qwen3-vl-30b-a3b-thinking",
      "Qwen/Qwen2-VL-7B-Instruct",
    ],
  ],
  [pixels, "xy", ["cogagent-9b-20241220", "THUDM/cogagent-chat-hf"]],
  [fraction, "xy", ["seeclick", "cckevinn/SeeClick", "showui-2b", "showlab/ShowUI-2B"]],
  [
    pixels,
    "xy",
    ["", "/", "llama-3.2-90b-vision", "pixtral-large", "my-own-model", "ungemini", "gpt-50", "grok-4"],
  ],
];

const documentedLimits: [string, ImageLimits][] = [
  // Anthropic: longest edge 1568 px, 1.15 megapixels.
  ["claude-sonnet-4-20250514", { maxEdge: 1568, maxPixels: 1_150_000 }],
  // OpenAI: a 2048 px box, then a shortest side of 768 px for the tiled models.
  ["gpt-4o", { maxEdge: 2048, maxShortEdge: 768 }],
  ["gpt-5", { maxEdge: 2048, maxShortEdge: 768 }],
  ["gpt-5-mini", { maxEdge: 2048, maxShortEdge: 768 }],
  ["computer-use-preview", { maxEdge: 2048, maxShortEdge: 768 }],
  ["gpt-5.4", { maxEdge: 2048, maxPixels: 2_400_000 }],
  // Qwen: cells of 28 px, 1280 of them where it is hosted; UI-TARS 1.5: 16384 of them.
  ["qwen2.5-vl-7b-instruct", { maxPixels: 1_003_520, edgeMultiple: 28 }],
  ["qwen-vl-max", { maxPixels: 1_003_520, edgeMultiple: 28 }],
  ["ui-tars-1.5-7b", { maxPixels: 12_845_056, edgeMultiple: 28 }],
  ["cogagent-9b", { maxEdge: 1120 }],
  // Fractions of a picture do not depend on its size.
  ["gemini-2.5-pro", {}],
  ["ui-tars-7b", {}],
  ["qwen3-vl-8b", {}],
  ["showui-2b", {}],
  ["some-model", {}],
  // No family, though it begins like one.
  ["gpt-50", {}],
];

describe("profileFor", () => {
  for (const [mode, order, models] of spellings) {
    test.each([...models])(`"%s" is ${mode} ${order}`, (model) => {
      expect(profileFor(model)).toMatchObject({ mode, order });
    });
  }

  test.each([
    // The provider's name is not the model's.
    ["claude-router/gemini-2.5-pro", grid],
    ["gemini-gateway/gpt-4o", pixels],
    // A last part without a family leaves the whole name to go by.
    ["google/gemini-2.5-pro/latest", grid],
  ] as const)("%s is %s", (model, mode) => {
    expect(profileFor(model).mode).toBe(mode);
  });

  test.each(documentedLimits)("%s takes pictures unresized within %j", (model, limits) => {
    expect(profileFor(model).limits).toEqual(limits);
  });

  test.each([...coordinateModes])("the user's %s wins over the table, and nothing else changes", (mode) => {
    for (const model of ["gemini-2.5-pro", "claude-sonnet-4", "unknown"]) {
      expect(profileFor(model, mode)).toEqual({ ...profileFor(model), mode });
    }
  });

  test("each name of the table finds its own line", () => {
    for (const profile of modelProfiles) {
      for (const name of profile.names) expect(profileFor(name)).toBe(profile);
    }
  });
});
