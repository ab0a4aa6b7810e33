import type { AnswerExamples, ExpectedCall } from "./answer-examples.ts";

const leftClick: ExpectedCall = ["gui_click", { x: 0.49, y: 0.42, button: "left", count: 1 }];
const enter: ExpectedCall = ["gui_press_key", { key: "enter" }];

export const showUiAnswers: AnswerExamples = {
  understood: [
    ["{'action': 'CLICK', 'value': None, 'position': [0.49, 0.42]}", [leftClick]],
    ["{'action': 'CLICK', 'value': 'Search', 'position': (0.49, 0.42)}", [leftClick]],
    ['{"action": "CLICK", "value": null, "position": [0.49, 0.42]}', [leftClick]],
    ["```\n{'action': 'SELECT', 'value': None, 'position': [0.49, 0.42]}\n```", [leftClick]],
    [
      "{'action': 'HOVER', 'value': None, 'position': [0.49, 0.42]}",
      [["gui_move_mouse", { x: 0.49, y: 0.42 }]],
    ],
    [
      "{'action': 'CLICK', 'position': [0.2, 0.4, 0.4, 0.6]}",
      [["gui_click", { x: (0.2 + 0.4) / 2, y: 0.5, button: "left", count: 1 }]],
    ],
    [
      "{'action': 'INPUT', 'value': 'hunter2', 'position': [0.49, 0.42], 'secret': True}",
      [leftClick, ["gui_type", { text: "hunter2", secret: true }]],
    ],
    [
      "{'action': 'CLICK', 'value': None, 'position': [0.49, 0.42]},\n{'action': 'INPUT', 'value': 'weather', 'position': [0.49, 0.42]},\n{'action': 'ENTER', 'value': None, 'position': None}",
      [leftClick, leftClick, ["gui_type", { text: "weather" }], enter],
    ],
    [
      "[{'action': 'CLICK', 'value': None, 'position': [0.49, 0.42]}, {'action': 'ENTER', 'value': None, 'position': None}]",
      [leftClick, enter],
    ],
    [
      "{'action': 'SCROLL', 'value': 'DOWN', 'position': [0.5, 0.5]}",
      [["gui_scroll", { x: 0.5, y: 0.5, deltaY: 5 }]],
    ],
    [
      "{'action': 'SELECT_TEXT', 'value': None, 'position': [[0.1,0.2], [0.3,0.2]]}",
      [["gui_drag", { startX: 0.1, startY: 0.2, endX: 0.3, endY: 0.2 }]],
    ],
    ["{'action': 'WAIT', 'value': None, 'position': None}", [["gui_wait", { ms: 5000 }]]],
    ["{'action': 'ANSWER', 'value': 'Sunny.', 'position': None}", [["done", { result: "Sunny." }]]],
    ["{'action': 'GIVE_UP', 'value': 'No page.', 'position': None}", [["give_up", { reason: "No page." }]]],
  ],
  refused: [
    ["", "not a dictionary"],
    ["CLICK", "not a dictionary"],
    ["(0.49, 0.42)", "not a dictionary"],
    ["[0.49, 0.42]", "each with an action"],
    ["[]", "no action"],
    ["{}", "each with an action"],
    ["{'action': 'CLICK', 'value': None, 'position': [0.49, 0.4", "the answer ends"],
    ["{'action': 'CLICK', 'value': None, 'position': [0.49, 0.42]", "the answer ends"],
    ["[{'action': 'CLICK', 'value': None, 'position': [0.49, 0.42]}", "the answer ends"],
    ["{'action': 'CLICK', 'value': None, 'position': [0.49, 0.42]}, {'action'", ": after action"],
    ["{'action': 'CLICK', 'value': None, 'position': [0.49, 0.42]} is next", "not a dictionary"],
    ["{'action': 'CLICK', 'value': None, 'position': None}", "position"],
    ["{'action': 'CLICK', 'value': None, 'position': [0.4..2, 0.1]}", "a name"],
    ["{'action': 'CLICK', 'position': [0.1, 0.2], 'position': [0.3, 0.4]}", "twice"],
    ["{'action': 'INPUT', 'value': None, 'position': [0.49, 0.42]}", "value"],
    ["{'action': 'SCROLL', 'value': 'down', 'position': None}", "position"],
    ["{'action': 'SELECT_TEXT', 'value': None, 'position': [0.1, 0.2]}", "position"],
    ["{'action': 'TAP', 'value': None, 'position': [0.49, 0.42]}", "There is no action TAP"],
    ["{'action': click(), 'value': None}", "each with an action"],
    ["{action: 'CLICK'}", "a quote"],
    ["{'action': open('file').read()}", "a name"],
  ],
};
