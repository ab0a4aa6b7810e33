import { clamp, type Rect, type Size } from "../../core/geometry.ts";
import { cutOut, opaque, type Raster } from "../raster.ts";
import { climb, type Match } from "./find.ts";
import { greyPlane } from "./plane.ts";
import { createProbe } from "./probe.ts";
import { halve, reduce } from "./reduce.ts";
import { scan } from "./scan.ts";
import { type Scene, similarityTo } from "./similarity.ts";
import { createTemplate, deviationOf, type Template, weakness } from "./template.ts";

/** How large a template may be on the screen, in multiples of its own size, and from one multiple to the next. */
const scales = { smallest: 0.5, largest: 2, ratio: 1.06 };
/** Around a multiple that looks promising, what lies between it and the next. */
const between = [1, 0.99, 1.01, 0.98, 1.02, 0.97, 1.03];
/** Of a large template, a part of this edge is looked for first: over a larger one, a slightly wrong scale adds up. */
const partEdge = 40;
/** Places of each scale that are compared roughly, and places in all that are compared in full. */
const mostOfScale = 8;
const mostLeads = 6;
/** Pixels that are reduced in all: of a large template fewer sizes are tried, so that the search ends. */
const mostReduced = 2_500_000;
/** Of the confidence, what the probe's contrast must have, and what its fit may lack, at half the size and not quite the scale. */
const roughly = { contrast: 0.45, lack: 0.35 };
/** A place that is this sure needs no better one. */
const sure = 0.95;

/** Pixels around a place that may be a little off. */
const margin = 6;

/** Where a template may be, at which multiple of its size. */
interface Lead {
  readonly scale: number;
  /** In pixels of the scene; may lie outside by a little. */
  readonly x: number;
  readonly y: number;
  readonly fit: number;
}

export interface SweepOptions {
  /** From this on, a place counts. */
  readonly confidence: number;
  readonly isStopped: () => boolean;
}

/**
 * The place that looks most like the template at another size, as it does when it was cut from a screen
 * of another scale. First roughly, at half the size of both; then in full, with the larger of the two
 * reduced to the smaller: what is enlarged lacks the sharpness to be told.
 */
export function findAtOtherScale(scene: Scene, template: Template, options: SweepOptions): Match | undefined {
  let best: Match | undefined;
  let left = mostReduced;
  for (const lead of findLeads(scene, template, options)) {
    for (const fine of between) {
      left -= template.width * template.height;
      if (left < 0 || options.isStopped()) break;
      const match = compare(scene, template, lead, lead.scale * fine);
      if (match !== undefined && match.confidence > (best?.confidence ?? 0)) best = match;
    }
    if (best !== undefined && best.confidence >= sure) break;
  }
  return best !== undefined && best.confidence >= options.confidence ? best : undefined;
}

function findLeads({ raster }: Scene, template: Template, { confidence, isStopped }: SweepOptions): Lead[] {
  const coarse = sceneOf(halve(raster));
  const part = mostTelling(template);
  const cut = cutOut(template.raster, part);
  const leads: Lead[] = [];
  for (let scale = scales.smallest; scale <= scales.largest; scale *= scales.ratio) {
    const size = scaled(part, scale / 2);
    const rough = createTemplate(reduce(cut, size));
    if (weakness(rough) !== undefined) continue;
    const last = { x: coarse.plane.width - size.width, y: coarse.plane.height - size.height };
    const similarity = similarityTo(rough, coarse);
    const places = scan(coarse.plane, createProbe(rough), {
      size,
      leastContrast: confidence * roughly.contrast,
      leastFit: confidence - roughly.lack,
      isStopped,
    });
    for (const place of places.slice(0, mostOfScale)) {
      const { x, y, fit } = climb(place, similarity, last);
      if (fit >= confidence - roughly.lack)
        leads.push({ scale, x: x * 2 - part.x * scale, y: y * 2 - part.y * scale, fit });
    }
  }
  return leads.sort((one, other) => other.fit - one.fit).slice(0, mostLeads);
}

function compare(scene: Scene, template: Template, lead: Lead, scale: number): Match | undefined {
  const size = scaled(template, scale);
  if (scale <= 1) {
    const smaller = createTemplate(reduce(template.raster, size));
    return bestAround(scene, smaller, lead, size);
  }
  // The screen around the lead, at the template's size.
  const area = {
    x: Math.max(0, Math.round(lead.x) - margin),
    y: Math.max(0, Math.round(lead.y) - margin),
    width: size.width + 2 * margin,
    height: size.height + 2 * margin,
  };
  if (area.x + area.width > scene.raster.width || area.y + area.height > scene.raster.height)
    return undefined;
  const reduced = sceneOf(reduce(opaque(cutOut(scene.raster, area)), scaled(area, 1 / scale)));
  const around = { x: (lead.x - area.x) / scale, y: (lead.y - area.y) / scale };
  const match = bestAround(reduced, template, around, template);
  return (
    match && {
      x: area.x + match.x * scale,
      y: area.y + match.y * scale,
      ...size,
      confidence: match.confidence,
    }
  );
}

function bestAround(
  scene: Scene,
  template: Template,
  around: { readonly x: number; readonly y: number },
  { width, height }: Size,
): Match | undefined {
  const last = { x: scene.plane.width - width, y: scene.plane.height - height };
  if (last.x < 0 || last.y < 0) return undefined;
  const start = {
    x: clamp(Math.round(around.x), 0, last.x),
    y: clamp(Math.round(around.y), 0, last.y),
  };
  const { x, y, fit } = climb(start, similarityTo(template, scene), last);
  return { x, y, width, height, confidence: fit };
}

/** The part of a template with the most contrast. */
function mostTelling(template: Template): Rect {
  const size = {
    width: Math.min(partEdge, template.width),
    height: Math.min(partEdge, template.height),
  };
  let best = { x: 0, y: 0, ...size };
  let most = -1;
  for (const y of starts(template.height, size.height)) {
    for (const x of starts(template.width, size.width)) {
      const contrast = deviationOf(createTemplate(cutOut(template.raster, { x, y, ...size })));
      if (contrast <= most) continue;
      most = contrast;
      best = { x, y, ...size };
    }
  }
  return best;
}

/** Where parts of a length begin: each overlaps the one before by half. */
function starts(length: number, part: number): readonly number[] {
  const count = Math.ceil((length - part) / (part / 2)) + 1;
  return Array.from({ length: count }, (_, index) => Math.min(length - part, Math.round((index * part) / 2)));
}

function sceneOf(raster: Raster): Scene {
  return { raster, plane: greyPlane(raster) };
}

function scaled({ width, height }: Size, scale: number): Size {
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
}
