/** The limits of a pane's size in pixels. */
export interface SplitLimits {
  readonly min: number;
  readonly max: number;
}

/** A whole size within the limits; where they contradict each other, the minimum wins. */
export function clampSize(size: number, { min, max }: SplitLimits): number {
  if (Number.isNaN(size)) return min;
  return Math.round(Math.max(min, Math.min(size, max)));
}

/** The size a key leads to, or undefined if the key does not resize. */
export function resizeByKey(key: string, isLargeStep: boolean, size: number, limits: SplitLimits): number | undefined {
  const step = isLargeStep ? 64 : 16;
  switch (key) {
    case 'ArrowLeft':
      return clampSize(size - step, limits);
    case 'ArrowRight':
      return clampSize(size + step, limits);
    case 'Home':
      return clampSize(limits.min, limits);
    case 'End':
      return clampSize(limits.max, limits);
    default:
      return undefined;
  }
}
