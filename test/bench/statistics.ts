/**
 * The value below which a share of the samples lies, with the place between two samples
 * interpolated. `share` is 0 to 1: 0.5 gives the median.
 */
export function quantile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((one, other) => one - other);
  const place = (sorted.length - 1) * share;
  const below = sorted[Math.floor(place)];
  const above = sorted[Math.ceil(place)];
  if (below === undefined || above === undefined) throw new Error("There are no samples.");
  return below + (above - below) * (place - Math.floor(place));
}

/** How much `y` grows for each unit of `x`: the slope of the line that fits best (least squares). */
export function slope(points: readonly { readonly x: number; readonly y: number }[]): number {
  if (points.length < 2) throw new Error("A slope needs two points.");
  const meanX = points.reduce((sum, { x }) => sum + x, 0) / points.length;
  const meanY = points.reduce((sum, { y }) => sum + y, 0) / points.length;
  const together = points.reduce((sum, { x, y }) => sum + (x - meanX) * (y - meanY), 0);
  return together / points.reduce((sum, { x }) => sum + (x - meanX) ** 2, 0);
}
