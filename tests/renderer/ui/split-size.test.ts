import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clampSize, resizeByKey } from '../../../renderer/ui/split-pane.tsx';

const limits = { min: 180, max: 480 };

describe('the size of a pane', () => {
  test('is always whole and within its limits (catches widths that the settings refuse)', () => {
    fc.assert(
      fc.property(fc.double(), (size) => {
        const clamped = clampSize(size, limits);
        expect(Number.isInteger(clamped)).toBe(true);
        expect(clamped).toBeGreaterThanOrEqual(limits.min);
        expect(clamped).toBeLessThanOrEqual(limits.max);
      }),
    );
  });

  test('keeps the minimum where the window is too small for both limits (catches a negative pane)', () => {
    expect(clampSize(300, { min: 180, max: 100 })).toBe(180);
  });

  test.each([
    ['ArrowLeft', false, 244],
    ['ArrowRight', false, 276],
    ['ArrowRight', true, 324],
    ['Home', false, 180],
    ['End', false, 480],
  ])('%s (large step: %s) leads from 260 to %i (catches a divider that runs the wrong way)', (key, isLarge, size) => {
    expect(resizeByKey(key, isLarge, 260, limits)).toBe(size);
  });

  test('other keys do not resize (catches a divider that swallows Tab)', () => {
    expect(resizeByKey('Tab', false, 260, limits)).toBeUndefined();
  });
});
