import { z } from "zod";
import { profileFor } from "../../../src/coordinates/model-profiles.ts";
import type { ModelAnswer, ModelCall } from "../model-servers/wire-format.ts";

const point = z.object({ x: z.number(), y: z.number() });
const text = z.object({ text: z.string() });
const result = z.object({ result: z.string() });
const reason = z.object({ reason: z.string() });

/** Whether a family types into what it clicks in one action, and knows no other way. */
export function clicksToType(model: string): boolean {
  const { dialect } = profileFor(model);
  return dialect === "cogagent" || dialect === "showui";
}

/** An answer as the family of a model gives it: with its calls, or in its own words. */
export function inFamilyWords(model: string, answer: ModelAnswer): ModelAnswer {
  const { dialect } = profileFor(model);
  const { calls = [], text: said = "", ...rest } = answer;
  switch (dialect) {
    case undefined:
      return answer;
    case "ui-tars":
      return { ...rest, text: `Thought: ${said}\nAction: ${calls.map(asUiTars).join("\n\n")}` };
    case "qwen":
      return { ...rest, text: [said, ...calls.map(asQwen)].join("\n") };
    case "cogagent":
      return {
        ...rest,
        text: `Action: ${said}\nGrounded Operation: ${asCogAgent(calls)}\n<<一般操作>>`,
      };
    case "showui":
      return { ...rest, text: asShowUi(calls) };
    default:
      return dialect satisfies never;
  }
}

function asUiTars({ name, arguments: given }: ModelCall): string {
  switch (name) {
    case "gui_click": {
      const { x, y } = point.parse(given);
      return `click(start_box='<|box_start|>(${x},${y})<|box_end|>')`;
    }
    case "gui_type":
      return `type(content='${text.parse(given).text}')`;
    case "gui_wait":
      return "wait()";
    case "done":
      return `finished(content='${result.parse(given).result}')`;
    default:
      return "call_user()";
  }
}

function asQwen({ name, arguments: given }: ModelCall): string {
  return `<tool_call>\n${JSON.stringify({ name: "computer_use", arguments: asComputerUse(name, given) })}\n</tool_call>`;
}

function asComputerUse(name: string, given: ModelCall["arguments"]): Record<string, unknown> {
  switch (name) {
    case "gui_click": {
      const { x, y } = point.parse(given);
      return { action: "left_click", coordinate: [x, y] };
    }
    case "gui_type":
      return { action: "type", text: text.parse(given).text };
    case "gui_wait":
      return { action: "wait", time: 0.1 };
    default:
      return { action: "terminate", status: name === "done" ? "success" : "failure" };
  }
}

function asCogAgent([call, next]: readonly ModelCall[]): string {
  switch (call?.name) {
    case "gui_click": {
      const { x, y } = point.parse(call.arguments);
      const box = `box=[[${x - 8},${y - 4},${x + 8},${y + 4}]]`;
      if (next === undefined) return `CLICK(${box}, element_type='按钮')`;
      return `TYPE(${box}, text='${text.parse(next.arguments).text}', element_info='')`;
    }
    case "gui_wait":
      return "WAIT(seconds=0.1)";
    case "done":
      return "END()";
    default:
      return `GIVE_UP(reason='${reason.parse(call?.arguments).reason}')`;
  }
}

function asShowUi([call, next]: readonly ModelCall[]): string {
  switch (call?.name) {
    case "gui_click": {
      const { x, y } = point.parse(call.arguments);
      if (next === undefined) return `{'action': 'CLICK', 'value': None, 'position': [${x}, ${y}]}`;
      return `{'action': 'INPUT', 'value': '${text.parse(next.arguments).text}', 'position': [${x}, ${y}]}`;
    }
    case "gui_wait":
      return "{'action': 'WAIT', 'value': None, 'position': None}";
    case "done":
      return `{'action': 'ANSWER', 'value': '${result.parse(call.arguments).result}', 'position': None}`;
    default:
      return `{'action': 'GIVE_UP', 'value': '${reason.parse(call?.arguments).reason}', 'position': None}`;
  }
}
