import type { Rect } from "../../core/geometry.ts";
import { createProbe } from "./probe.ts";
import { type Candidate, scan } from "./scan.ts";
import { type Scene, type Similarity, similarityTo } from "./similarity.ts";
import type { Template } from "./template.ts";

/** Places whose probe fits best, and that are compared in full: of things in rows, many fit alike. */
const mostCandidates = 400;
/** Of these, the places from which a better one is looked for around. */
const mostClimbs = 16;
/** How much a place gains at most by a step to the best place beside it. */
const climbGain = 0.3;
/** Of the confidence, what the probe's contrast must have, and what its fit may lack: few pixels vary more than all. */
const ofProbe = { contrast: 0.6, lack: 0.25 };

/** Steps of one pixel: a probe that fits beside the best place is one or two pixels off. */
const farthestClimb = 3;

const neighbours = [
  [-1, -1],
  [0, -1],
  [1, -1],
  [-1, 0],
  [1, 0],
  [-1, 1],
  [0, 1],
  [1, 1],
] as const;

/** A place that looks like the template, in pixels of the scene. */
export interface Match extends Rect {
  /** 0 to 1. */
  readonly confidence: number;
}

export interface FindOptions {
  /** From this on, a place counts. */
  readonly confidence: number;
  /** How many to find. */
  readonly most: number;
  readonly isStopped: () => boolean;
}

/** The places of a scene that look like the template, at its own size; best first, none over another. */
export function findTemplate(scene: Scene, template: Template, options: FindOptions): Match[] {
  const { width, height } = template;
  const { plane } = scene;
  if (width > plane.width || height > plane.height) return [];
  const candidates = scan(plane, createProbe(template), {
    size: template,
    leastContrast: options.confidence * ofProbe.contrast,
    leastFit: options.confidence - ofProbe.lack,
    isStopped: options.isStopped,
  });
  const similarity = similarityTo(template, scene);
  const last = { x: plane.width - width, y: plane.height - height };
  const matches = candidates
    .slice(0, mostCandidates)
    .map(({ x, y }) => ({ x, y, fit: similarity(x, y) }))
    .filter(({ fit }) => fit >= options.confidence - climbGain)
    .sort((one, other) => other.fit - one.fit)
    .slice(0, mostClimbs + 2 * options.most)
    .map((candidate) => climb(candidate, similarity, last))
    .filter(({ fit }) => fit >= options.confidence)
    .map(({ x, y, fit }) => ({ x, y, width, height, confidence: fit }));
  return withoutOverlaps(matches).slice(0, options.most);
}

/** Goes from a place to the best one around it, if it is not far. */
export function climb(
  start: { readonly x: number; readonly y: number },
  similarity: Similarity,
  last: { readonly x: number; readonly y: number },
): Candidate {
  let best: Candidate = { x: start.x, y: start.y, fit: similarity(start.x, start.y) };
  for (let step = 0; step < farthestClimb; step += 1) {
    const center = best;
    for (const [right, down] of neighbours) {
      const x = center.x + right;
      const y = center.y + down;
      if (x < 0 || y < 0 || x > last.x || y > last.y) continue;
      const fit = similarity(x, y);
      if (fit > best.fit) best = { x, y, fit };
    }
    if (best === center) break;
  }
  return best;
}

/** Best first; a place whose middle lies within half a template of a better one's is the same thing again. */
function withoutOverlaps(matches: readonly Match[]): Match[] {
  const kept: Match[] = [];
  for (const match of [...matches].sort((one, other) => other.confidence - one.confidence)) {
    const isAgain = kept.some(
      ({ x, y, width, height }) => Math.abs(x - match.x) < width / 2 && Math.abs(y - match.y) < height / 2,
    );
    if (!isAgain) kept.push(match);
  }
  return kept;
}
