/** Browsers cut off elements higher than about 16 million pixels. */
export const maxHeight = 8_000_000;

/** A scrolled table with rows of equal height. */
export interface Viewport {
  readonly total: number;
  readonly rowHeight: number;
  /** The visible height. */
  readonly height: number;
}

/** Returns the height of the scrolled element. Above the limit, one pixel of it represents several pixels of the table. */
export function scrollHeight({ total, rowHeight }: Viewport): number {
  return Math.min(total * rowHeight, maxHeight);
}

/** Returns the top row. Its fraction is the share of the row above the visible area. */
export function topRow(viewport: Viewport, scrollTop: number): number {
  const { total, rowHeight, height } = viewport;
  const scrollRange = scrollHeight(viewport) - height;
  if (scrollRange <= 0) return 0;
  return (Math.min(Math.max(scrollTop, 0), scrollRange) / scrollRange) * ((total * rowHeight - height) / rowHeight);
}

/** Returns the scroll position with a row at the top. */
export function scrollTopForRow(viewport: Viewport, top: number): number {
  const { total, rowHeight, height } = viewport;
  const scrollRange = scrollHeight(viewport) - height;
  const hidden = total * rowHeight - height;
  if (scrollRange <= 0 || hidden <= 0) return 0;
  return Math.min(Math.max((top * rowHeight * scrollRange) / hidden, 0), scrollRange);
}

/** Returns the scroll position that shows a row with the least movement. */
export function scrollTopToShow(viewport: Viewport, scrollTop: number, row: number): number {
  const top = topRow(viewport, scrollTop);
  const visible = viewport.height / viewport.rowHeight;
  if (row < top) return scrollTopForRow(viewport, row);
  return row + 1 > top + visible ? scrollTopForRow(viewport, row + 1 - visible) : scrollTop;
}

/** Returns the rows that are at least partly visible. */
export function visibleRows(viewport: Viewport, scrollTop: number): { readonly first: number; readonly last: number } {
  const top = topRow(viewport, scrollTop);
  const first = Math.max(0, Math.floor(top));
  const last = Math.min(viewport.total - 1, Math.ceil(top + viewport.height / viewport.rowHeight));
  return { first, last };
}
