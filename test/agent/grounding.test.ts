import { describe, expect, test } from "bun:test";
import { ground } from "../../src/agent/grounding.ts";
import { startModelServer } from "../support/model-servers/model-server.ts";
import type { ModelRequest } from "../support/model-servers/wire-format.ts";
import { thrownBy } from "../support/thrown.ts";
import { openModelAt } from "../support/vision-model.ts";

const picture = {
  bytes: Uint8Array.from({ length: 200 }, (_, index) => index),
  mimeType: "image/jpeg",
  width: 1288,
  height: 728,
};

/** Asks a model of a family where something is, which gives this answer. */
async function ask(model: string, text: string, isCut?: true) {
  const requests: ModelRequest[] = [];
  await using server = await startModelServer("openai", (request) => {
    requests.push(request);
    return { text, ...(isCut ? { isCut } : {}) };
  });
  const opened = await openModelAt("openai", server.baseUrl, { model });
  const { signal } = new AbortController();
  try {
    return { point: await ground("the red button", picture, opened, signal), requests };
  } catch (error) {
    return { error, requests };
  }
}

describe("a place is found in the words of", () => {
  test.each([
    ["ui-tars-1.5-7b", "(197,525)", 197, 525],
    ["ui-tars-1.5-7b", "Action: click(start_box='<|box_start|>(197,525)<|box_end|>')", 197, 525],
    ["ui-tars-7b", "Thought: There.\nAction: click(start_box='(197,999)')", 197, 999],
    ["doubao-1-5-ui-tars-250428", "<point>510 150</point>", 510, 150],
    ["qwen2.5-vl-7b", '{"point_2d": [512, 384], "label": "button"}', 512, 384],
    ["qwen2.5-vl-7b", '```json\n[\n  {"point_2d": [512, 384], "label": "button"}\n]\n```', 512, 384],
    ["qwen2.5-vl-7b", '```json\n[{"bbox_2d": [500, 380, 524, 389], "label": "button"}]\n```', 512, 384],
    [
      "qwen3-vl-plus",
      '<tool_call>\n{"name": "computer_use", "arguments": {"action": "left_click", "coordinate": [512, 384]}}\n</tool_call>',
      512,
      384,
    ],
    [
      "qwen3-vl-plus",
      '<think>\nIt may be {"point_2d": [1, 2]}.\n</think>\n\n{"point_2d": [512, 384]}',
      512,
      384,
    ],
    [
      "qwen2-vl-7b",
      "<|object_ref_start|>the red button<|object_ref_end|><|box_start|>(500,380),(524,389)<|box_end|>",
      512,
      384,
    ],
    [
      "cogagent-9b",
      "Action: 点击。\nGrounded Operation: CLICK(box=[[219,186,311,207]])\n<<一般操作>>",
      265,
      196,
    ],
    ["cogagent-9b", "[[219,186,311,207]]", 265, 196],
    ["seeclick", "(0.17,0.06)", 0.17, 0.06],
    ["showui-2b", "[0.73, 0.21]", 0.73, 0.21],
    ["showui-2b", "{'action': 'CLICK', 'value': None, 'position': [0.73, 0.21]}", 0.73, 0.21],
    ["gpt-4o", '{"point": [10, 20]}', 10, 20],
    ["claude-sonnet-4", '```json\n{ "point": [10, 20] }\n```', 10, 20],
    // Gemini writes the vertical number first.
    ["gemini-2.5-pro", '[{"point": [250, 750], "label": "button"}]', 750, 250],
    ["gemini-2.5-pro", '[{"box_2d": [200, 700, 300, 800], "label": "button"}]', 750, 250],
  ])("%s: %j", async (model, answer, x, y) => {
    const { point, error, requests } = await ask(model, answer);
    expect(error).toBeUndefined();
    expect(point).toEqual({ x, y });
    expect(requests[0]?.images.map(({ bytes }) => bytes)).toEqual([picture.bytes]);
    expect(JSON.stringify(requests[0]?.messages)).toContain("the red button");
  });
});

describe("no place is taken from", () => {
  test.each([
    ["ui-tars-1.5-7b", "I see no red button."],
    ["ui-tars-1.5-7b", "(197,52"],
    ["ui-tars-1.5-7b", "197,525"],
    ["ui-tars-1.5-7b", "(197,525) or (300,400)"],
    ["ui-tars-1.5-7b", "Action: click(start_box='(197,525)')\n\nclick(start_box='(1,2)')"],
    ["ui-tars-1.5-7b", "Action: type(content='red')"],
    ["ui-tars-1.5-7b", "(197,729)"],
    ["ui-tars-7b", "(1001,10)"],
    ["qwen2.5-vl-7b", '[{"point_2d": [1, 2]}, {"point_2d": [3, 4]}]'],
    ["qwen2.5-vl-7b", '{"point_2d": [1, 2], "bbox_2d": [1, 2, 3, 4]}'],
    ["qwen2.5-vl-7b", '{"label": "button"}'],
    ["qwen2.5-vl-7b", '{"point_2d": [512, 384]'],
    ["qwen2.5-vl-7b", '{"point_2d": [512, 384]} {"point_2d": [1, 2]}'],
    ["seeclick", "(1.7,0.06)"],
    ["seeclick", "(0.17,0.0"],
    ["showui-2b", "[-0.1, 0.2]"],
    ["gpt-4o", '{"point": null}'],
    ["gpt-4o", "null"],
    ["gemini-2.5-pro", '{"point": [250, 1050]}'],
    ["gpt-4o", "<think>It is at [10, 20]"],
  ])("%s: %j", async (model, answer) => {
    const { error } = await ask(model, answer);
    expect(error).toMatchObject({ code: "target_not_found" });
    expect(String(error)).toContain('"the red button"');
    expect(String(error)).toContain(model);
  });

  test("a model that cannot be asked", async () => {
    await using server = await startModelServer("openai", () => ({ status: 400, message: "no such model" }));
    const model = await openModelAt("openai", server.baseUrl, { model: "ui-tars-7b" });
    const { signal } = new AbortController();
    const { code } = await thrownBy(() => ground("the red button", picture, model, signal));
    expect(code).toBe("model_unavailable");
  });
});

test("a model is told the range in which it points, and its own form", async () => {
  const absolute = await ask("gpt-4o", '{"point": [1, 2]}');
  expect(absolute.requests[0]?.system).toContain("to 1287 on the right");
  expect(absolute.requests[0]?.system).toContain("[x, y]");
  const grid = await ask("gemini-2.5-pro", '{"point": [1, 2]}');
  expect(grid.requests[0]?.system).toContain("to 999 at the bottom");
  expect(grid.requests[0]?.system).toContain("[y, x]");
  const boxes = await ask("cogagent-9b", "[[1,2,3,4]]");
  expect(boxes.requests[0]?.system).toContain("Grounded Operation: CLICK(box=");
});
