import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { windowBounds } from '../../electron/shell/window-bounds.ts';

const main = { x: 0, y: 0, width: 1920, height: 1040 };
const second = { x: 1920, y: 0, width: 1280, height: 1024 };

describe('windowBounds', () => {
  test('centres the window on the main display the first time', () =>
    expect(windowBounds(null, [main])).toEqual({ x: 320, y: 120, width: 1280, height: 800 }));

  test('restores the position, also on a second display', () => {
    const saved = { x: 2000, y: 50, width: 1000, height: 700, isMaximized: false };
    expect(windowBounds(saved, [main, second])).toEqual({ x: 2000, y: 50, width: 1000, height: 700 });
  });

  test('restores the position on the display with most of the window (catches a window that moves to the main display)', () => {
    const saved = { x: 1700, y: 50, width: 1200, height: 900, isMaximized: false };
    expect(windowBounds(saved, [main, second])).toEqual({ x: 1920, y: 50, width: 1200, height: 900 });
  });

  test('uses the main display when the second was unplugged', () => {
    const saved = { x: 2000, y: 50, width: 1000, height: 700, isMaximized: false };
    expect(windowBounds(saved, [main])).toEqual({ x: 460, y: 170, width: 1000, height: 700 });
  });

  test('fits the window into a display, whatever was saved', () => {
    const integer = fc.integer({ min: -10_000, max: 10_000 });
    const size = fc.integer({ min: 1, max: 10_000 });
    fc.assert(
      fc.property(integer, integer, size, size, (x, y, width, height) => {
        const bounds = windowBounds({ x, y, width, height, isMaximized: false }, [main, second]);
        const isInside = [main, second].some(
          (area) =>
            bounds.x >= area.x &&
            bounds.y >= area.y &&
            bounds.x + bounds.width <= area.x + area.width &&
            bounds.y + bounds.height <= area.y + area.height,
        );
        expect(isInside).toBe(true);
        expect(bounds.width).toBeGreaterThanOrEqual(480);
      }),
    );
  });
});
