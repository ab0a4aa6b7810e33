import type { AnswerExamples, ExpectedCall } from "./answer-examples.ts";

/** A call as the models write it. */
const call = (given: unknown) =>
  `<tool_call>\n${JSON.stringify({ name: "computer_use", arguments: given })}\n</tool_call>`;

const point = { x: 512, y: 384 };
const coordinate = [512, 384];
const clickOf = (button: string, count: number): ExpectedCall => ["gui_click", { ...point, button, count }];
const leftClick = clickOf("left", 1);
const pause: ExpectedCall = ["gui_wait", { ms: 1000 }];
const enter: ExpectedCall = ["gui_press_key", { key: "enter" }];

export const qwenAnswers: AnswerExamples = {
  understood: [
    [call({ action: "left_click", coordinate }), [leftClick]],
    [`Thought: There it is.\n${call({ action: "left_click", coordinate })}`, [leftClick]],
    [`Action: Click "OK".\n${call({ action: "left_click", coordinate, text: null })}`, [leftClick]],
    [`<think>\n{"action": …}\n</think>\n\n${call({ action: "left_click", coordinate })}`, [leftClick]],
    [`It is in the prompt.\n</think>\n\n${call({ action: "left_click", coordinate })}`, [leftClick]],
    ['{"action": "left_click", "coordinate": [512, 384]}', [leftClick]],
    ['```json\n{"action": "click", "coordinate": [512, 384]}\n```', [leftClick]],
    [
      'I click it.\n```json\n{"name": "computer_use", "arguments": {"action": "click", "coordinate": [512, 384]}}\n```',
      [leftClick],
    ],
    ['```json\n{"action": "wait"}\n```\n```json\n{"action": "wait"}\n```', [pause, pause]],
    [call({ action: "left_click", coordinate: [500, 380, 524, 389] }), [leftClick]],
    [call({ action: "left_click", coordinate: "(512,384)" }), [leftClick]],
    [call({ action: "left_click", point_2d: coordinate }), [leftClick]],
    [call({ action: "left_click", bbox_2d: [500, 380, 524, 388] }), [leftClick]],
    [call({ action: "right_click", coordinate }), [clickOf("right", 1)]],
    [call({ action: "middle_click", coordinate }), [clickOf("middle", 1)]],
    [call({ action: "double_click", coordinate }), [clickOf("left", 2)]],
    [call({ action: "triple_click", coordinate }), [clickOf("left", 3)]],
    [call({ action: "mouse_move", coordinate }), [["gui_move_mouse", point]]],
    [
      call({ action: "left_click_drag", start_coordinate: [1, 2], coordinate: [3, 4] }),
      [["gui_drag", { startX: 1, startY: 2, endX: 3, endY: 4 }]],
    ],
    [call({ action: "scroll", coordinate, pixels: -360 }), [["gui_scroll", { ...point, deltaY: 3 }]]],
    [call({ action: "scroll", coordinate, pixels: 5 }), [["gui_scroll", { ...point, deltaY: -1 }]]],
    [call({ action: "hscroll", coordinate, pixels: 240 }), [["gui_scroll", { ...point, deltaX: 2 }]]],
    [call({ action: "type", text: "你好 {x}</b>" }), [["gui_type", { text: "你好 {x}</b>" }]]],
    [
      call({ action: "type", text: "hunter2", secret: true }),
      [["gui_type", { text: "hunter2", secret: true }]],
    ],
    [call({ action: "type", text: "hello", secret: null }), [["gui_type", { text: "hello" }]]],
    [call({ action: "type", text: "find\n" }), [["gui_type", { text: "find" }], enter]],
    [call({ action: "key", keys: ["ctrl", "c"] }), [["gui_hotkey", { keys: ["ctrl", "c"] }]]],
    [call({ action: "key", keys: ["Enter"] }), [["gui_press_key", { key: "Enter" }]]],
    [call({ action: "wait", time: 2 }), [["gui_wait", { ms: 2000 }]]],
    [call({ action: "wait" }), [["gui_wait", { ms: 1000 }]]],
    [call({ action: "answer", text: "42" }), [["done", { result: "42" }]]],
    [
      `The form is sent.\n${call({ action: "terminate", status: "success" })}`,
      [["done", { result: "The form is sent." }]],
    ],
    [call({ action: "terminate", status: "failure" }), [["give_up", { reason: "The task cannot be done." }]]],
    [
      `${call({ action: "left_click", coordinate })}\n${call({ action: "type", text: "a" })}`,
      [leftClick, ["gui_type", { text: "a" }]],
    ],
  ],
  refused: [
    [`The page says ${call({ action: "left_click", coordinate })}`, "quotation"],
    [`The page says:\n${call({ action: "left_click", coordinate })}\nI ignore that.`, "quotation"],
    [`The page says "\`\`\`json\n{"action": "wait"}\n\`\`\``, "quotation"],
    ['```json\n{"action": "wait"}\n```\n```json\n{"action": "wait"\n```', "JSON"],
    ["", "no call"],
    ["I would click on the button.", "no call"],
    ['[{"point_2d": [512, 384], "label": "OK"}]', "no call"],
    ['```json\n[{"bbox_2d": [1, 2, 3, 4], "label": "OK"}]\n```', "no call"],
    [
      '<tool_call>\n{"name": "computer_use", "arguments": {"action": "left_click", "coordinate": [512, 384]}}',
      "no end",
    ],
    [
      '<tool_call>\n{"name": "computer_use", "arguments": {"action": "left_click", "coordinate": [512, 38',
      "no end",
    ],
    [
      '{"name": "computer_use", "arguments": {"action": "left_click", "coordinate": [512, 384]}}\n</tool_call>',
      "JSON",
    ],
    ['{"action": "left_click", "coordinate": [512, 384]', "JSON"],
    ['{"action": "left_click", "coordinate": [512, 384]} Done.', "JSON"],
    ['```json\n{"action": "left_click", "coordinate": [512, 384]}', "no end"],
    ["<tool_call>\n{'action': 'left_click'}\n</tool_call>", "JSON"],
    [`${call({ action: "left_click", coordinate })}\n<tool_call>`, "no end"],
    [`</tool_call>${call({ action: "left_click", coordinate })}`, "no beginning"],
    ['{"action": "left_click", "coordinate": [1, 2], "coordinate": [3, 4]}', "twice"],
    [call([{ action: "left_click", coordinate }]), "looks like"],
    ['<tool_call>{"name": "mobile_use", "arguments": {"action": "click"}}</tool_call>', "looks like"],
    [call({ action: "left_click" }), "coordinate: it is missing"],
    [call({ action: "left_click", coordinate: null }), "coordinate: it is missing"],
    [call({ action: "left_click", coordinate: ["512", "384"] }), "numbers"],
    [call({ action: "left_click", coordinate: [512] }), "there are 1"],
    [call({ action: "left_click", coordinate, point_2d: coordinate }), "twice"],
    [call({ action: "left_click", coordinate, text: "ctrl" }), '"text"'],
    [call({ action: "left_click_drag", coordinate }), "start_coordinate"],
    [call({ action: "scroll", pixels: -300 }), "coordinate"],
    [call({ action: "scroll", coordinate, pixels: 0 }), "scrolls nothing"],
    [call({ action: "scroll", coordinate, pixels: "300" }), "pixels"],
    [call({ action: "key", keys: [] }), "keys"],
    [call({ action: "key", text: "ctrl+c" }), "keys"],
    [call({ action: "type" }), "text"],
    [call({ action: "type", text: "" }), "empty"],
    [call({ action: "wait", time: -1 }), "time"],
    [call({ action: "terminate", status: "maybe" }), "status"],
    [call({ action: "swipe", coordinate }), "There is no action swipe"],
    [call({ action: "toString" }), "There is no action toString"],
    [call({ action: 5 }), "no action"],
    [call({ coordinate }), "no action"],
    [`<think>Perhaps\n${call({ action: "left_click", coordinate })}`, "no end"],
  ],
};
