import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { DialectCall } from "../../src/agent/dialects/dialect.ts";
import { dialects } from "../../src/agent/dialects/dialects.ts";
import { modelProfiles, profileFor } from "../../src/coordinates/model-profiles.ts";
import { findTool } from "../../src/tools/registry.ts";
import { answerExamples } from "../support/answers/answer-examples.ts";

const families = ["ui-tars", "qwen", "cogagent", "showui"] as const;

/** Tools that the loop has beside those of the registry. */
const endings = ["done", "give_up"];

/** What an answer does; nothing when it is refused. */
function callsOf(family: (typeof families)[number], answer: string): readonly DialectCall[] {
  const parsed = dialects[family].parse(answer);
  return "calls" in parsed ? parsed.calls : [];
}

describe.each(families)("the dialect %s", (family) => {
  const { understood, refused } = answerExamples[family];
  const { parse, instructions } = dialects[family];

  test.each(understood)("understands %j", (answer, calls) => {
    const parsed = parse(answer);
    if ("problem" in parsed) throw new Error(parsed.problem);
    expect(parsed.calls).toEqual(calls.map(([name, input]) => ({ name, input })));
  });

  test.each(refused)("refuses %j", (answer, mention) => {
    const parsed = parse(answer);
    if ("calls" in parsed) throw new Error(`It was understood as ${JSON.stringify(parsed.calls)}.`);
    expect(parsed.problem).toContain(mention);
    expect(parsed.problem).toEndWith(".");
  });

  test("hands on what the tools accept", () => {
    for (const { name, input } of understood.flatMap(([answer]) => callsOf(family, answer))) {
      if (!endings.includes(name)) findTool(name).prepare(input);
    }
  });

  test("names each of its actions in its instructions", () => {
    const parsed = parse(answerForUnknownAction[family]);
    const names =
      "problem" in parsed ? /there are (.*)\.$/.exec(parsed.problem)?.[1]?.split(", ") : undefined;
    expect(names?.length).toBeGreaterThan(9);
    for (const name of names ?? []) expect(instructions).toContain(name);
  });

  test("does nothing that the cut answer had not written out", () => {
    for (const [answer] of understood) {
      const whole = callsOf(family, answer);
      for (let length = 0; length < answer.length; length += 1) {
        const calls = callsOf(family, answer.slice(0, length));
        expect(calls.map(withoutWords)).toEqual(whole.slice(0, calls.length).map(withoutWords));
      }
    }
  });

  test("reads whatever it is given without failing", () => {
    const pieces = [...understood, ...refused].flatMap(([answer]) => answer.split(/(?<=[(){}[\]'",:=\s<>])/));
    const shuffled = fc
      .array(fc.oneof(fc.constantFrom(...pieces), fc.string({ unit: "binary", maxLength: 4 })), {
        maxLength: 30,
      })
      .map((texts) => texts.join(""));
    fc.assert(
      fc.property(fc.oneof(shuffled, fc.string({ unit: "binary" })), (text) => {
        const parsed = parse(text);
        if ("calls" in parsed) expect(parsed.calls).not.toBeEmpty();
        else expect(parsed.problem).not.toBeEmpty();
      }),
      { numRuns: 3000 },
    );
  });

  test("does not lose its footing in deep brackets", () => {
    const [answer = ""] = understood[0] ?? [];
    for (const bracket of ["(", "[", "{", "a(b="]) {
      expect(parse(answer.replace(/[[(](?=\d)/, bracket.repeat(100_000)))).toHaveProperty("problem");
    }
  });
});

const answerForUnknownAction = {
  "ui-tars": "Action: dance()",
  qwen: '{"action": "dance"}',
  cogagent: "Grounded Operation: DANCE()",
  showui: "{'action': 'DANCE'}",
} as const;

/** What is said at the end of a task may be cut off; it moves nothing. */
function withoutWords({ name, input }: DialectCall): unknown {
  return endings.includes(name) ? name : { name, input };
}

test("a text that is typed comes out as it was written, in whatever quotes", () => {
  const quoted = (text: string) =>
    `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'").replaceAll("\n", "\\n")}'`;
  const writers = {
    "ui-tars": (text: string) => `Action: type(content=${quoted(text)})`,
    qwen: (text: string) => `<tool_call>${JSON.stringify({ action: "type", text })}</tool_call>`,
    cogagent: (text: string) => `Grounded Operation: TYPE(box=[[1,2,3,4]], text=${quoted(text)})`,
    showui: (text: string) => `{'action': 'INPUT', 'value': ${quoted(text)}, 'position': [0.1, 0.2]}`,
  } as const;
  const texts = fc
    .string({ unit: "grapheme", minLength: 1 })
    .filter((text) => !/\n$|<\/?tool_call>|<\/?think>/.test(text));
  fc.assert(
    fc.property(texts, fc.constantFrom(...families), (text, family) => {
      expect(callsOf(family, writers[family](text)).at(-1)).toEqual({ name: "gui_type", input: { text } });
    }),
    { numRuns: 1000 },
  );
});

test.each([
  ["ByteDance-Seed/UI-TARS-1.5-7B", "ui-tars"],
  ["doubao-1-5-ui-tars-250428", "ui-tars"],
  ["Qwen/Qwen2.5-VL-72B-Instruct", "qwen"],
  ["qwen3-vl-plus", "qwen"],
  ["qwen2-vl-7b", "qwen"],
  ["THUDM/cogagent-9b-20241220", "cogagent"],
  ["showlab/ShowUI-2B", "showui"],
  ["claude-sonnet-4-20250514", undefined],
  ["gemini-2.5-pro", undefined],
  ["gpt-5", undefined],
  ["some-model", undefined],
] as const)("%s answers in the dialect %s", (model, dialect) => {
  expect(profileFor(model).dialect).toBe(dialect);
});

test("each dialect has a model", () => {
  const used = modelProfiles.flatMap(({ dialect }) => (dialect === undefined ? [] : [dialect]));
  expect(new Set(used)).toEqual(new Set(families));
});
