import type { ImageLimits } from "../core/image-limits.ts";

/** The ways in which vision models say where something is. Training decides it, no prompt changes it. */
export const coordinateModes = [
  "image-absolute",
  "normalized-1000",
  "normalized-999",
  "normalized-0-1",
] as const;
export type CoordinateMode = (typeof coordinateModes)[number];

/** Which axis the first of the two numbers means. */
export type CoordinateOrder = "xy" | "yx";

export interface CoordinateFormat {
  readonly mode: CoordinateMode;
  readonly order: CoordinateOrder;
}

/** The forms of answer of models that do not call tools. */
export type DialectName = "ui-tars" | "qwen" | "cogagent" | "showui";

export interface ModelProfile extends CoordinateFormat {
  /** Beginnings of model names. `-` may be missing or be `_`; `.` may be written `_`, `-` or `p`. */
  readonly names: readonly string[];
  /** What the model's API takes without resizing it. */
  readonly limits: ImageLimits;
  /** How the model answers in text; absent for models that call tools. */
  readonly dialect?: DialectName;
}

const pixels = { mode: "image-absolute", order: "xy" } as const;
const perMille = { mode: "normalized-1000", order: "xy" } as const;
const fraction = { mode: "normalized-0-1", order: "xy" } as const;

/** OpenAI's tiled models: fitted into 2048×2048, then scaled to a shortest side of 768. */
const openAiTiles = { maxEdge: 2048, maxShortEdge: 768 };
/** 2048 px and 2500 patches of 32 px, with room for the patches that hang over two edges. */
const openAiPatches = { maxEdge: 2048, maxPixels: 2_400_000 };
/** Qwen's image processor works in cells of 28×28 pixels and rounds both edges to them. */
const cell = 28;
const qwenHosted = { maxPixels: 1280 * cell ** 2, edgeMultiple: cell };
const qwenFull = { maxPixels: 16_384 * cell ** 2, edgeMultiple: cell };

/**
 * The model families, one line each. Limits hold where coordinates are pixels of the picture: there
 * the provider's own shrinking moves them. Normalised families do not care, so theirs are empty.
 */
export const modelProfiles: readonly ModelProfile[] = [
  // Above either limit Claude sees a smaller picture than was sent: docs.claude.com, "Vision". Newer models
  // take more; this is what all of them take.
  { names: ["claude"], ...pixels, limits: { maxEdge: 1568, maxPixels: 1_150_000 } },
  // developers.openai.com, "Images and vision": "Tile-based image tokenization".
  { names: ["gpt-4o", "gpt-4.1", "computer-use-preview"], ...pixels, limits: openAiTiles },
  // gpt-5 is tiled; -mini, -nano, -codex and 5.2 take 2048 px and 1536 patches of 32 px, and whatever fits the
  // tiles fits those: same page, "Model sizing behavior".
  { names: ["gpt-5"], ...pixels, limits: openAiTiles },
  // "gpt-5.4 and future models" at high detail, the strictest that "auto" may mean: same place.
  { names: ["gpt-5.4", "gpt-5.5", "gpt-5.6", "gpt-6"], ...pixels, limits: openAiPatches },
  // ai.google.dev: a 0-999 grid ("Computer Use"), points as [y, x] ("Image understanding").
  { names: ["gemini"], mode: "normalized-999", order: "yx", limits: {} },
  // github.com/bytedance/UI-TARS; versions 1 and 2.
  { names: ["ui-tars"], ...perMille, limits: {}, dialect: "ui-tars" },
  // README_coordinates.md there: pixels of the picture after a processor like Qwen's.
  { names: ["ui-tars-1.5"], ...pixels, limits: qwenFull, dialect: "ui-tars" },
  // github.com/QwenLM/Qwen3-VL: pixels of the picture after the processor. Alibaba Cloud Model Studio, "Visual
  // understanding": 1280 cells unless vl_high_resolution_images is set.
  { names: ["qwen2.5-vl", "qwen-vl"], ...pixels, limits: qwenHosted, dialect: "qwen" },
  // The Qwen2-VL report (arXiv 2409.12191) and the cookbooks of Qwen3-VL.
  { names: ["qwen2-vl", "qwen3-vl"], ...perMille, limits: {}, dialect: "qwen" },
  // arXiv 2312.08914: its high-resolution input is 1120×1120.
  { names: ["cogagent"], ...pixels, limits: { maxEdge: 1120 }, dialect: "cogagent" },
  // The model cards of SeeClick and ShowUI.
  { names: ["seeclick", "showui"], ...fraction, limits: {}, dialect: "showui" },
];

/** The most cautious reading: pixels of the picture, as most general models answer. */
const unknownModel: ModelProfile = { names: [], ...pixels, limits: {} };

const patterns = modelProfiles.flatMap((profile) =>
  profile.names.map((name) => ({ profile, pattern: namePattern(name) })),
);

/**
 * The profile of a model by its name, in any provider's spelling (`us.anthropic.claude-…-v1:0`,
 * `Qwen/Qwen2.5-VL-72B-Instruct`). Unknown names are taken as image-absolute, xy.
 * @param mode what the user has set; it wins over the table's mode and leaves the rest
 */
export function profileFor(model: string, mode?: CoordinateMode): ModelProfile {
  const profile = knownProfile(model) ?? unknownModel;
  return mode === undefined ? profile : { ...profile, mode };
}

/** Whether a model, in any provider's spelling, is of a family in the table. */
export function isKnownModel(model: string): boolean {
  return knownProfile(model) !== undefined;
}

function knownProfile(model: string): ModelProfile | undefined {
  const name = model.toLowerCase();
  // A provider may be called after a family ("claude-proxy/gpt-4o"): the part after the last slash speaks first.
  return bestMatch(name.slice(name.lastIndexOf("/") + 1)) ?? bestMatch(name);
}

/**
 * The family that the name begins with earliest, so that "gemini-2.5-computer-use-preview" is Gemini;
 * of several there, the longest, so that "ui-tars-1.5-7b" is not "ui-tars".
 */
function bestMatch(name: string): ModelProfile | undefined {
  const matches = patterns.flatMap(({ profile, pattern }) => {
    const match = pattern.exec(name);
    return match === null ? [] : [{ profile, start: match.index, length: match[0].length }];
  });
  return matches.sort((a, b) => a.start - b.start || b.length - a.length)[0]?.profile;
}

function namePattern(name: string): RegExp {
  const written = name.replaceAll("-", "[-_ ]?").replaceAll(/\.(?=\d)/g, "[._p-]");
  // "gpt-5" is not the beginning of "gpt-50", nor "claude" the end of a longer word.
  return new RegExp(`(?<![a-z0-9])${written}${/\d$/.test(name) ? "(?!\\d)" : ""}`);
}
