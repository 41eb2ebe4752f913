import type { WindowState } from '../core/create-core.ts';

/** Bounds of a window or display, in desktop pixels. */
export interface Rectangle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Minimum window size. */
export const minimumSize = { width: 480, height: 400 } as const;
const defaultSize = { width: 1280, height: 800 } as const;
/** Part of the window that must be on a display, so that the user can find and drag it. */
const minVisible = { width: 160, height: 80 } as const;

/**
 * Returns where the window opens: its saved position if that is still visible, otherwise the centre of the main display. The
 * window fits its display, and its title bar stays reachable.
 */
export function windowBounds(saved: WindowState, displays: readonly Rectangle[]): Rectangle {
  const main = displays[0] ?? { x: 0, y: 0, ...defaultSize };
  if (!saved) return centred(defaultSize, main);
  const [display] = displays.filter((area) => isVisible(saved, area)).toSorted((a, b) => overlapArea(saved, b) - overlapArea(saved, a));
  if (!display) return centred(saved, main);
  const width = clamp(saved.width, minimumSize.width, display.width);
  const height = clamp(saved.height, minimumSize.height, display.height);
  return {
    width,
    height,
    x: clamp(saved.x, display.x, display.x + display.width - width),
    y: clamp(saved.y, display.y, display.y + display.height - height),
  };
}

function isVisible(window: Rectangle, display: Rectangle): boolean {
  const { width, height } = overlap(window, display);
  return width >= Math.min(minVisible.width, window.width) && height >= Math.min(minVisible.height, window.height);
}

function overlapArea(window: Rectangle, display: Rectangle): number {
  const { width, height } = overlap(window, display);
  return width * height;
}

function overlap(window: Rectangle, display: Rectangle): { readonly width: number; readonly height: number } {
  return {
    width: Math.min(window.x + window.width, display.x + display.width) - Math.max(window.x, display.x),
    height: Math.min(window.y + window.height, display.y + display.height) - Math.max(window.y, display.y),
  };
}

function centred(size: { readonly width: number; readonly height: number }, display: Rectangle): Rectangle {
  const width = clamp(size.width, minimumSize.width, display.width);
  const height = clamp(size.height, minimumSize.height, display.height);
  return {
    width,
    height,
    x: display.x + Math.floor((display.width - width) / 2),
    y: display.y + Math.floor((display.height - height) / 2),
  };
}

/** Clamps a value. The upper limit wins, because a display may be smaller than the minimum size. */
function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), Math.max(high, 0));
}
