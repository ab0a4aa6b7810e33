// Runs in the page: reports every event that reaches it, and answers questions about the page.
const socket = new WebSocket(`ws://${location.host}/events`);
const send = (message) => socket.send(JSON.stringify(message));

const selectedText = () => {
  const field = document.activeElement;
  if (typeof field?.selectionStart !== "number") return String(getSelection());
  return field.value.slice(field.selectionStart, field.selectionEnd);
};

const modifiersOf = (event) =>
  [
    ["shift", event.shiftKey],
    ["ctrl", event.ctrlKey],
    ["alt", event.altKey],
    ["meta", event.metaKey],
  ].flatMap(([name, held]) => (held ? [name] : []));

const report = (event) => {
  // A menu would cover the page and take the keyboard.
  if (event.type === "contextmenu") event.preventDefault();
  send({
    type: event.type,
    target: event.target?.id ?? "",
    trusted: event.isTrusted,
    timeStamp: event.timeStamp,
    screenX: event.screenX ?? 0,
    screenY: event.screenY ?? 0,
    clientX: event.clientX ?? 0,
    clientY: event.clientY ?? 0,
    button: event.button ?? 0,
    detail: typeof event.detail === "number" ? event.detail : 0,
    deltaX: event.deltaX ?? 0,
    deltaY: event.deltaY ?? 0,
    key: event.key ?? "",
    code: event.code ?? "",
    value: event.target?.value ?? "",
    selection: selectedText(),
    modifiers: modifiersOf(event),
  });
};

const eventTypes = [
  "mousedown",
  "mouseup",
  "mousemove",
  "click",
  "dblclick",
  "auxclick",
  "contextmenu",
  "wheel",
  "keydown",
  "keyup",
  "input",
  "copy",
  "dragstart",
  "dragover",
  "drop",
  "dragend",
  "selectionchange",
];

socket.addEventListener("open", () => {
  // At the window and while capturing, so that no handler of the page can hide an event.
  for (const type of eventTypes) window.addEventListener(type, report, { capture: true });
});

socket.addEventListener("message", ({ data }) => {
  const { id, expression } = JSON.parse(data);
  // Two frames later, what the page has been told is also laid out and painted.
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      send({ type: "answer", id, value: new Function(`return ${expression}`)() ?? null });
    }),
  );
});
