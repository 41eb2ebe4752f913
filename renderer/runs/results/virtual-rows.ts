/** Where rows of equal height are in a scrolled area. Pure, for tables of any length. */

/** Browsers cut off elements that are higher than some 16 million pixels. */
export const maxHeight = 8_000_000;

export interface Viewport {
  readonly total: number;
  readonly rowHeight: number;
  /** The height in which rows are seen. */
  readonly height: number;
}

/** Returns the height of the scrolled area. Above the limit a pixel of it stands for several of the table. */
export function areaHeight({ total, rowHeight }: Viewport): number {
  return Math.min(total * rowHeight, maxHeight);
}

/** Returns the row at the top, with the share of it that is scrolled out of sight. */
export function topRow(viewport: Viewport, scrollTop: number): number {
  const { total, rowHeight, height } = viewport;
  const room = areaHeight(viewport) - height;
  if (room <= 0) return 0;
  return (Math.min(Math.max(scrollTop, 0), room) / room) * ((total * rowHeight - height) / rowHeight);
}

/** Returns the scroll position that has a row at the top. */
export function scrollTopOf(viewport: Viewport, top: number): number {
  const { total, rowHeight, height } = viewport;
  const room = areaHeight(viewport) - height;
  const hidden = total * rowHeight - height;
  if (room <= 0 || hidden <= 0) return 0;
  return Math.min(Math.max((top * rowHeight * room) / hidden, 0), room);
}

/** Returns the scroll position that shows a row, with as little movement as possible. */
export function scrollTopToShow(viewport: Viewport, scrollTop: number, row: number): number {
  const top = topRow(viewport, scrollTop);
  const visible = viewport.height / viewport.rowHeight;
  if (row < top) return scrollTopOf(viewport, row);
  return row + 1 > top + visible ? scrollTopOf(viewport, row + 1 - visible) : scrollTop;
}

/** Returns the rows that are at least partly visible. */
export function visibleRows(viewport: Viewport, scrollTop: number): { readonly first: number; readonly last: number } {
  const top = topRow(viewport, scrollTop);
  const first = Math.max(0, Math.floor(top));
  const last = Math.min(viewport.total - 1, Math.ceil(top + viewport.height / viewport.rowHeight));
  return { first, last };
}
