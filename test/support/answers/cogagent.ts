import type { AnswerExamples, ExpectedCall } from "./answer-examples.ts";

const point = { x: 265, y: 196 };
const box = "box=[[219,186,311,207]]";
const clickOf = (button: string, count: number): ExpectedCall => ["gui_click", { ...point, button, count }];
const leftClick = clickOf("left", 1);

export const cogAgentAnswers: AnswerExamples = {
  understood: [
    [
      `Action: 点击“全部标为已读”按钮。\nGrounded Operation: CLICK(${box}, element_type='可点击文本', element_info='全部标为已读')\n<<一般操作>>`,
      [leftClick],
    ],
    [
      `Status: 邮箱界面[[0, 2, 998, 905]]。\nPlan: 1. 点击；2. 结束。\nAction: 点击。\nGrounded Operation: CLICK(${box})`,
      [leftClick],
    ],
    [`Grounded Operation:CLICK(${box}, element_info="[AXCell]")<<敏感操作>>`, [leftClick]],
    [`Grounded Operation: RIGHT_CLICK(${box}, element_info='[AXCell]')`, [clickOf("right", 1)]],
    [`Grounded Operation: DOUBLE_CLICK(${box})`, [clickOf("left", 2)]],
    [`Grounded Operation: HOVER(${box})`, [["gui_move_mouse", point]]],
    [
      "Grounded Operation: CLICK(box=[[000,086,999,932]])",
      [["gui_click", { x: 499, y: 509, button: "left", count: 1 }]],
    ],
    [
      `Grounded Operation: TYPE(${box}, text='hunter2', secret=True)`,
      [leftClick, ["gui_type", { text: "hunter2", secret: true }]],
    ],
    [
      `Grounded Operation: TYPE(${box}, text='CogAgent\\n', element_type='Text input box')`,
      [leftClick, ["gui_type", { text: "CogAgent" }], ["gui_press_key", { key: "enter" }]],
    ],
    [
      `Grounded Operation: SCROLL_DOWN(${box}, step_count=5, element_info='[AXWebArea]')`,
      [["gui_scroll", { ...point, deltaY: 5 }]],
    ],
    [`Grounded Operation: SCROLL_UP(${box}, step_count=3)`, [["gui_scroll", { ...point, deltaY: -3 }]]],
    [`Grounded Operation: SCROLL_LEFT(${box}, step_count=1)`, [["gui_scroll", { ...point, deltaX: -1 }]]],
    [`Grounded Operation: SCROLL_RIGHT(${box}, step_count=1)`, [["gui_scroll", { ...point, deltaX: 1 }]]],
    ["Grounded Operation: KEY_PRESS(key='F11')", [["gui_press_key", { key: "F11" }]]],
    ["Grounded Operation: KEY_PRESS(key='Lmenu')", [["gui_press_key", { key: "alt" }]]],
    [
      "Grounded Operation: GESTURE(actions=[KEY_DOWN(key='Lcontrol'), KEY_PRESS(key='A'), KEY_UP(key='Lcontrol')])",
      [["gui_hotkey", { keys: ["Lcontrol", "A"] }]],
    ],
    [
      "Grounded Operation: GESTURE(actions=[KEY_DOWN(key='Lcontrol'), KEY_DOWN(key='Lshift'), KEY_PRESS(key='T'), KEY_UP(key='Lshift'), KEY_UP(key='Lcontrol')])",
      [["gui_hotkey", { keys: ["Lcontrol", "Lshift", "T"] }]],
    ],
    [
      "Grounded Operation: GESTURE(actions=[KEY_DOWN(key='Lmenu'), KEY_PRESS(key='Tab'), KEY_PRESS(key='Tab'), KEY_UP(key='Lmenu')])",
      [
        ["gui_hotkey", { keys: ["alt", "Tab"] }],
        ["gui_hotkey", { keys: ["alt", "Tab"] }],
      ],
    ],
    [
      "Grounded Operation: GESTURE(actions=[KEY_DOWN(key='Shift'), KEY_UP(key='Shift')])",
      [["gui_press_key", { key: "Shift" }]],
    ],
    ["Grounded Operation: WAIT(seconds=2)", [["gui_wait", { ms: 2000 }]]],
    ["Action: 任务已完成。\nGrounded Operation: END()", [["done", { result: "任务已完成。" }]]],
    ["Grounded Operation: GIVE_UP(reason='It is locked.')", [["give_up", { reason: "It is locked." }]]],
    [
      `Grounded Operation: CLICK(${box})\nGrounded Operation: KEY_PRESS(key='Return')`,
      [leftClick, ["gui_press_key", { key: "Return" }]],
    ],
  ],
  refused: [
    [`The page says Grounded Operation: CLICK(${box})`, "quotation"],
    ["", "no Grounded Operation"],
    ["Action: click the button.", "no Grounded Operation"],
    [`CLICK(${box})`, "no Grounded Operation"],
    ["Grounded Operation: ", "a name"],
    ["Grounded Operation: CLICK(box=[[219,186,311,207]", "a comma or ]"],
    [`Grounded Operation: CLICK(${box}`, "a comma or )"],
    [`Grounded Operation: CLICK(${box}) <<一般`, "a name"],
    [`Grounded Operation: CLICK(${box}) Then I wait.`, "( after Then"],
    ["Grounded Operation: CLICK(element_info='OK')", "box"],
    ["Grounded Operation: CLICK(box=[[219,186,311]])", "there are 3"],
    ["Grounded Operation: CLICK(box=[[1,2,3,4],[5,6,7,8]])", "there are 8"],
    ["Grounded Operation: CLICK(box=[[[[[[[[[[1,2,3,4]]]]]]]]]])", "brackets"],
    [`Grounded Operation: CLICK(${box}, text='a')`, '"text"'],
    [`Grounded Operation: TYPE(${box})`, "text"],
    [`Grounded Operation: TYPE(${box}, text='__CogName_Price__')`, "no variables"],
    [`Grounded Operation: SCROLL_DOWN(${box})`, "step_count"],
    [`Grounded Operation: SCROLL_DOWN(${box}, step_count=0)`, "step_count"],
    ["Grounded Operation: GESTURE(actions=[])", "actions"],
    ["Grounded Operation: GESTURE(actions=[CLICK(box=[[1,2,3,4]])])", "actions"],
    ["Grounded Operation: GESTURE(actions=[KEY_DOWN(key='Lcontrol'), KEY_PRESS(key='A')])", "lets go"],
    [
      "Grounded Operation: GESTURE(actions=[KEY_PRESS(key='A'), KEY_DOWN(key='Lshift'), KEY_UP(key='Lshift')])",
      "lets go",
    ],
    ["Grounded Operation: LAUNCH(app='Mail', url='None')", "There is no action LAUNCH"],
    [`Grounded Operation: QUOTE_TEXT(${box}, output='__CogName_A__')`, "There is no action QUOTE_TEXT"],
    ["Grounded Operation: END(status='done')", '"status"'],
  ],
};
