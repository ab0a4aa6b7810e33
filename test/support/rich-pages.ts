/** Bodies of pages such as people have before them: text, tables, forms, icons and soft colours, on any screen size. */

const subjects = [
  "The committee",
  "A reader",
  "Our warehouse",
  "The northern office",
  "Every supplier",
  "Her report",
];
const verbs = ["reviewed", "postponed", "ordered", "described", "measured", "returned", "questioned"];
const objects = [
  "the figures of the third quarter",
  "eleven crates of smaller parts",
  "a letter from the coast",
];
const endings = [
  "on Thursday.",
  "without comment.",
  "for the second time in a row.",
  "until the end of the month.",
];

/** Sentences that repeat late, so that most places of a page are the only one of their kind. */
function sentences(count: number, offset: number): string {
  return Array.from({ length: count }, (_, index) => {
    const number = index + offset;
    const pick = (words: readonly string[], step: number) => words[(number * step) % words.length];
    return `${pick(subjects, 1)} ${pick(verbs, 3)} ${pick(objects, 5)} (${number * 37}) ${pick(endings, 7)}`;
  }).join(" ");
}

const colors = ["#c0392b", "#2980b9", "#27ae60", "#f39c12", "#8e44ad", "#16a085", "#2c3e50", "#d35400"];

const shapes = [
  '<circle cx="12" cy="12" r="8"/>',
  '<path d="M4 20 L12 4 L20 20 Z"/>',
  '<rect x="4" y="7" width="16" height="11" rx="3"/>',
  '<path d="M3 12h18M12 3v18" stroke-width="4" stroke="currentColor"/>',
  '<path d="M5 5l14 14M19 5L5 19" stroke-width="3" stroke="currentColor"/>',
  '<path d="M4 13l5 5L20 6" stroke-width="3" stroke="currentColor" fill="none"/>',
];

function icons(count: number): string {
  return Array.from({ length: count }, (_, index) => {
    const color = colors[(index * 5) % colors.length];
    const shape = shapes[index % shapes.length];
    return `<svg viewBox="0 0 24 24" style="color:${color};fill:${color}">${shape}</svg><i>${index * 13}</i>`;
  }).join("");
}

function table(rows: number, offset: number): string {
  const cells = (row: number) => [
    `No. ${row * 7 + offset}`,
    subjects[row % subjects.length],
    (row * 1234.5 + offset).toFixed(2),
    `${(row * 17) % 101} %`,
    `${1 + (row % 28)}.${1 + (row % 12)}.`,
  ];
  return `<table>${Array.from(
    { length: rows },
    (_, row) =>
      `<tr>${cells(row + 1)
        .map((cell) => `<td>${cell}</td>`)
        .join("")}</tr>`,
  ).join("")}</table>`;
}

/** A report: columns of text, a table, a form, icons and pictures of soft colours. */
export const reportPage = `<style>
  body { font: 15px/1.5 sans-serif; color: #222; background: #f4f6f8; display: grid;
    grid-template: 64px 1fr / 3fr 2fr; height: 100vh; overflow: hidden }
  header { grid-column: 1 / 3; background: linear-gradient(90deg, #17324d, #3f7fb5); color: white;
    font-size: 26px; line-height: 64px; padding: 0 24px }
  article { columns: 24em; column-gap: 28px; padding: 24px; overflow: hidden }
  aside { background: white; padding: 24px; overflow: hidden }
  #picture { height: 180px; background: radial-gradient(circle at 30% 40%, #ffd27d, #e0654f 40%, #573b7d 75%, #1c2747) }
  svg { width: 24px; height: 24px; margin: 4px }
  i { font-size: 11px; color: #789 }
  td { padding: 0 18px 0 0; border-bottom: 1px solid #dde; white-space: nowrap }
  form > * { font: 14px sans-serif; margin: 4px }
</style>
<header>Quarterly report</header>
<article><p>${sentences(700, 1)}</p></article>
<aside><div id="picture"></div>
<form><input value="Lund"><select><option>Region North</option></select><input type="checkbox" checked>
<input type="radio"><input type="range"><button type="button" style="background:#2980b9;color:white">Send order</button>
<button type="button">Cancel</button><progress value="0.4"></progress></form>
<div>${icons(60)}</div>${table(90, 3)}</aside>`;

/** Another page with nothing of the first on it: a dark board of cards in a serif type. */
export const boardPage = `<style>
  body { font: italic 17px/1.4 serif; color: #e8e2d6; background: #22262e; overflow: hidden; height: 100vh }
  main { columns: 20em; column-gap: 20px; padding: 20px }
  section { break-inside: avoid; background: #313742; border-radius: 10px; padding: 14px; margin: 0 0 20px }
  h2 { font: bold 21px monospace; margin: 0 0 8px; color: #ffb454 }
  meter { width: 90% }
  b { background: linear-gradient(45deg, #345, #a63); padding: 2px 9px; border-radius: 9px; font: 12px sans-serif }
</style>
<main>${Array.from(
  { length: 160 },
  (_, card) => `<section><h2>Card ${card * 3 + 2000}</h2>
<meter value="${((card * 29) % 97) / 100}"></meter> <b>tag-${card * 11}</b>
<p>${sentences(2 + (card % 3), 5000 + card * 4).toUpperCase()}</p></section>`,
).join("")}</main>`;
