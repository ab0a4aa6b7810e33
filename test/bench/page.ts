const paragraph =
  "The committee met on Thursday to review the figures of the third quarter. Orders from the northern region rose " +
  "by eleven per cent, while returns fell for the second time in a row; the warehouse in Lund reported a shortage of " +
  "smaller parts, which is expected to last until the end of the month. Deliveries to the coast were late on four days.";

const regions = ["North", "South", "East", "West", "Coast", "Islands", "Capital", "Abroad"];

const rows = Array.from({ length: 40 }, (_, index) => {
  const cells = [
    index + 1,
    regions[index % regions.length],
    137 + index * 29,
    `${(index * 7) % 23} %`,
    `2${index} Oct`,
  ];
  return `<tr>${cells.map((cell) => `<td>${cell}</td>`).join("")}</tr>`;
});

/**
 * The body of a page such as people have before them: columns of text, a table, a picture with soft
 * colours, a field and a surface to click on. Empty screens would make encoders look fast.
 */
export const page = `<style>
  body { font: 15px/1.5 sans-serif; color: #222; background: #f4f6f8; display: grid; grid-template: 64px 1fr / 2fr 1fr; height: 100vh; overflow: hidden }
  header { grid-column: 1 / 3; background: linear-gradient(90deg, #17324d, #3f7fb5); color: white; font-size: 26px; line-height: 64px; padding: 0 24px }
  article { columns: 26em; column-gap: 28px; padding: 24px; overflow: hidden }
  aside { background: white; padding: 24px; overflow: hidden }
  #picture { height: 180px; background: radial-gradient(circle at 30% 40%, #ffd27d, #e0654f 40%, #573b7d 75%, #1c2747) }
  #surface { height: 220px; background: #dfe9f2; border: 1px solid #9db4c8; margin: 16px 0 }
  textarea { width: 100%; height: 60px; font: 16px monospace; box-sizing: border-box }
  td { padding: 0 18px 0 0; border-bottom: 1px solid #dde; white-space: nowrap }
</style>
<header>Quarterly report</header>
<article>${`<p>${paragraph}</p>`.repeat(60)}</article>
<aside><div id="picture"></div><div id="surface"></div><textarea id="field"></textarea><table>${rows.join("")}</table></aside>`;
