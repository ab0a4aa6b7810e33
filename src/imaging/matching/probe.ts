import type { Template } from "./template.ts";

/** The template is divided into this many columns and rows, each of which gives two points. */
const divisions = 6;
/** Pairs of points that are looked at first. */
const pairCount = 5;

/** A few telling pixels of a template: what is unlike the template mostly is so there already. */
export interface Probe {
  /** The darkest and the brightest pixel of the cells with the most contrast, in turn; the most first. */
  readonly pairs: readonly ProbePoint[];
  /** The darkest and the brightest pixel of every cell. */
  readonly points: readonly ProbePoint[];
}

export interface ProbePoint {
  readonly x: number;
  readonly y: number;
  readonly grey: number;
}

interface Cell {
  readonly darkest: ProbePoint;
  readonly brightest: ProbePoint;
}

export function createProbe(template: Template): Probe {
  const cells = cellsOf(template);
  const contrasts = [...cells].sort((one, other) => contrastOf(other) - contrastOf(one)).slice(0, pairCount);
  return {
    pairs: contrasts.flatMap(({ darkest, brightest }) => [darkest, brightest]),
    points: cells.flatMap(({ darkest, brightest }) => [darkest, brightest]),
  };
}

function contrastOf({ darkest, brightest }: Cell): number {
  return brightest.grey - darkest.grey;
}

function cellsOf({ width, height, grey, samples }: Template): readonly Cell[] {
  const cells: (Cell | undefined)[] = Array.from({ length: divisions ** 2 });
  for (const sample of samples) {
    const x = sample % width;
    const y = (sample - x) / width;
    const point = { x, y, grey: grey[sample] ?? 0 };
    const place = Math.floor((y * divisions) / height) * divisions + Math.floor((x * divisions) / width);
    const { darkest, brightest } = cells[place] ?? { darkest: point, brightest: point };
    cells[place] = {
      darkest: point.grey < darkest.grey ? point : darkest,
      brightest: point.grey > brightest.grey ? point : brightest,
    };
  }
  return cells.filter((cell) => cell !== undefined);
}
