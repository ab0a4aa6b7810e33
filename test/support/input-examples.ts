/** For a model that is never asked: with it, calls that need a model come as far as others do. */
export const noModelEnvironment = { GUI_AGENT_BASE_URL: "http://127.0.0.1:9" };

/** One call of every tool that acts on the desktop. */
export const inputExamples: Readonly<Record<string, Record<string, unknown>>> = {
  gui_click: { x: 100, y: 100 },
  gui_double_click: { x: 100, y: 100 },
  gui_move_mouse: { x: 100, y: 100 },
  gui_mouse_down: { x: 100, y: 100 },
  gui_mouse_up: { x: 100, y: 100 },
  gui_drag: { startX: 100, startY: 100, endX: 200, endY: 100 },
  gui_scroll: { x: 100, y: 100, deltaY: 1 },
  gui_type: { text: "text" },
  gui_press_key: { key: "f8" },
  gui_hotkey: { keys: ["ctrl", "f8"] },
  gui_clipboard_write: { text: "text" },
  gui_focus_window: { title: "gtk app" },
  gui_execute_task: { task: "Press the button." },
};
