import { screenSize } from "./desktop.ts";
import type { RecordedCall } from "./recorder.ts";

export interface Sheet {
  readonly html: string;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
}

const listWidth = 500;
const padding = 20;

/** The calls of a run in their order, beside the last picture that it took. */
export function sheet(calls: readonly RecordedCall[]): Sheet {
  const width = listWidth + screenSize.width + 3 * padding;
  const height = screenSize.height + 2 * padding;
  const last = calls.at(-1);
  if (last?.image === undefined) throw new Error("The last call took no picture.");
  const entries = calls.map((call, index) => entry(call, index + 1, call === last));
  // The last call's own number goes into the corner of what it returned.
  const marks = [...calls.flatMap(({ input }, index) => mark(input, index + 1)), badge(20, 20, calls.length)];
  return {
    width,
    height,
    html: `<!doctype html><meta charset="utf-8"><style>${style}</style>
<ol>${entries.join("")}</ol>
<figure><img src="${last.image}"><svg viewBox="0 0 ${screenSize.width} ${screenSize.height}">${marks.join("")}</svg></figure>`,
  };
}

const style = `
  * { margin: 0; padding: 0; box-sizing: border-box }
  body { display: flex; gap: ${padding}px; padding: ${padding}px; background: #10171f; color: #d9e2ec; font: 14px/19px "DejaVu Sans Mono", monospace }
  ol { width: ${listWidth}px; height: ${screenSize.height}px; list-style: none; display: flex; flex-direction: column; justify-content: space-between }
  li { position: relative; padding-left: 34px; white-space: nowrap }
  b { position: absolute; left: 0; top: 0; width: 22px; height: 22px; line-height: 22px; border-radius: 11px; background: #f0b429; color: #10171f; text-align: center; font: bold 13px/22px "DejaVu Sans", sans-serif }
  code { color: #7cc4fa; font: inherit }
  i { display: block; color: #8fa1b3; font-style: normal }
  li img { display: block; width: 208px; margin: 6px 0 0; border: 1px solid #334155 }
  figure { position: relative; width: ${screenSize.width}px; height: ${screenSize.height}px }
  figure img, svg { position: absolute; inset: 0 }
  svg text { font: bold 13px "DejaVu Sans", sans-serif; text-anchor: middle; fill: #10171f }
`;

function entry({ name, input, text, image }: RecordedCall, number: number, isLast: boolean): string {
  const preview = image !== undefined && !isLast ? `<img src="${image}">` : "";
  return `<li><b>${number}</b><code>${name}</code> ${Bun.escapeHTML(written(input))}<i>${Bun.escapeHTML(shortened(text))}</i>${preview}</li>`;
}

/** As many whole fields as fit: half a number would be another number. */
function shortened(json: string): string {
  const fits = 52;
  return json.length <= fits ? json : `${json.slice(0, json.lastIndexOf(",", fits) + 1)} …`;
}

function written(input: Readonly<Record<string, unknown>>): string {
  const fields = Object.entries(input).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  return fields.join(", ");
}

/** The number of a call, at the point where it acted. */
function mark(input: Readonly<Record<string, unknown>>, number: number): readonly string[] {
  const { x, y, startX, startY, endX, endY } = input;
  if (typeof x === "number" && typeof y === "number") return [badge(x, y, number)];
  if (typeof startX !== "number" || typeof startY !== "number") return [];
  if (typeof endX !== "number" || typeof endY !== "number") return [];
  const line = `<line x1="${startX}" y1="${startY}" x2="${endX}" y2="${endY}" stroke="#f0b429" stroke-width="3" stroke-dasharray="7 5"/>`;
  return [line, badge(startX, startY, number)];
}

function badge(x: number, y: number, number: number): string {
  return `<circle cx="${x}" cy="${y}" r="11" fill="#f0b429" stroke="#10171f"/><text x="${x}" y="${y + 5}">${number}</text>`;
}
