import type { Rect } from "../core/geometry.ts";
import { type Frame, frameWords } from "./frame.ts";

/** Changes are first looked for in squares of this many pixels; what changed in neighbouring ones is one change. */
const tileSize = 16;
/** How much a channel must differ, of 255, for a person to notice; shadows and edges are redrawn a little off. */
const noticeableDifference = 16;

/** A connected part of the picture that looks different. The exact bounds, in pixels of the frame. */
export interface Change extends Rect {
  /** The tiles in which something changed: whoever keeps something for each tile finds it under these numbers. */
  readonly tiles: readonly number[];
}

/** Where two frames of the same size differ noticeably. */
export function findChanges(before: Frame, after: Frame): Change[] {
  const isChanged = changedTiles(before, after);
  const changes: Change[] = [];
  for (let tile = isChanged.indexOf(1); tile !== -1; tile = isChanged.indexOf(1, tile + 1)) {
    const tiles = takeConnected(tile, isChanged, tilesAcross(before));
    changes.push({ ...bounds(before, after, tiles), tiles });
  }
  return changes;
}

/** How many pixels of an area differ noticeably between two frames of the same size. */
export function countChangedPixels(before: Frame, after: Frame, area: Rect): number {
  const [one, other] = [frameWords(before), frameWords(after)];
  let count = 0;
  for (let y = area.y; y < area.y + area.height; y += 1) {
    const row = y * before.width + area.x;
    for (let at = row; at < row + area.width; at += 1) if (differ(one[at], other[at])) count += 1;
  }
  return count;
}

/** Makes `target` show in these tiles what `source`, a frame of the same size, shows there. */
export function copyTiles(source: Frame, target: Frame, tiles: readonly number[]): void {
  const [from, to] = [frameWords(source), frameWords(target)];
  for (const tile of tiles) {
    const { left, top, right, bottom } = edges(tile, source);
    for (let row = top * source.width; row < bottom * source.width; row += source.width) {
      to.set(from.subarray(row + left, row + right), row + left);
    }
  }
}

/** How many tiles a frame has. They are numbered row by row. */
export function tileCount(frame: Frame): number {
  return tilesAcross(frame) * Math.ceil(frame.height / tileSize);
}

function tilesAcross({ width }: Frame): number {
  return Math.ceil(width / tileSize);
}

/** 1 for each tile in which at least one pixel differs noticeably. */
function changedTiles(before: Frame, after: Frame): Uint8Array {
  const { width, height } = before;
  const [one, other] = [frameWords(before), frameWords(after)];
  const isChanged = new Uint8Array(tileCount(before));
  for (let y = 0; y < height; y += 1) {
    const row = y * width;
    const firstTile = Math.floor(y / tileSize) * tilesAcross(before);
    for (let x = 0; x < width; ) {
      x = firstDifference(one, other, row + x, row + width) - row;
      if (x === width) break;
      const column = Math.floor(x / tileSize);
      isChanged[firstTile + column] = 1;
      // One pixel of each row is enough: where the whole screen changes, the rest would take most of the time.
      x = (column + 1) * tileSize;
    }
  }
  return isChanged;
}

/** The first place from `from` on where a pixel differs noticeably, or `end`. */
function firstDifference(one: Int32Array, other: Int32Array, from: number, end: number): number {
  for (let at = from; at < end; at += 1) {
    if (one[at] !== other[at] && differ(one[at], other[at])) return at;
  }
  return end;
}

/** The changed tiles that touch each other from this one on, corners included. They are unmarked. */
function takeConnected(start: number, isChanged: Uint8Array, across: number): number[] {
  const found = [start];
  isChanged[start] = 0;
  for (const tile of found) {
    const column = tile % across;
    const first = column === 0 ? 0 : -1;
    const last = column === across - 1 ? 0 : 1;
    for (const row of [-across, 0, across]) {
      for (let shift = first; shift <= last; shift += 1) {
        const neighbour = tile + row + shift;
        if (isChanged[neighbour] !== 1) continue;
        isChanged[neighbour] = 0;
        found.push(neighbour);
      }
    }
  }
  return found;
}

interface Edges {
  left: number;
  top: number;
  /** The first column and row beyond. */
  right: number;
  bottom: number;
}

/** Where a tile is; those at the right and at the lower end may be cut off. */
function edges(tile: number, frame: Frame): Edges {
  const left = (tile % tilesAcross(frame)) * tileSize;
  const top = Math.floor(tile / tilesAcross(frame)) * tileSize;
  return {
    left,
    top,
    right: Math.min(left + tileSize, frame.width),
    bottom: Math.min(top + tileSize, frame.height),
  };
}

/** The exact bounds of what changed in connected tiles. */
function bounds(before: Frame, after: Frame, tiles: readonly number[]): Rect {
  const [one, other] = [frameWords(before), frameWords(after)];
  const around = tiles.map((tile) => edges(tile, before)).reduce(union);
  const found: Edges = { left: before.width, top: before.height, right: 0, bottom: 0 };
  for (const tile of tiles) {
    const { left, top, right, bottom } = edges(tile, before);
    // Every tile has a changed pixel, so only the outermost ones hold the edges.
    const isOutermost =
      left === around.left || top === around.top || right === around.right || bottom === around.bottom;
    if (!isOutermost) continue;
    for (let y = top; y < bottom; y += 1) {
      for (let x = left; x < right; x += 1) {
        const at = y * before.width + x;
        if (!differ(one[at], other[at])) continue;
        found.left = Math.min(found.left, x);
        found.top = Math.min(found.top, y);
        found.right = Math.max(found.right, x + 1);
        found.bottom = Math.max(found.bottom, y + 1);
      }
    }
  }
  const { left, top, right, bottom } = found;
  return { x: left, y: top, width: right - left, height: bottom - top };
}

function union(one: Edges, other: Edges): Edges {
  return {
    left: Math.min(one.left, other.left),
    top: Math.min(one.top, other.top),
    right: Math.max(one.right, other.right),
    bottom: Math.max(one.bottom, other.bottom),
  };
}

/** Whether two pixels differ noticeably. Their highest byte carries no meaning. */
function differ(one = 0, other = 0): boolean {
  return (
    Math.abs((one & 0xff) - (other & 0xff)) >= noticeableDifference ||
    Math.abs(((one >> 8) & 0xff) - ((other >> 8) & 0xff)) >= noticeableDifference ||
    Math.abs(((one >> 16) & 0xff) - ((other >> 16) & 0xff)) >= noticeableDifference
  );
}
