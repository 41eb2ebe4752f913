import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clampSize, resizeByKey } from '../../../renderer/ui/split-pane.tsx';

const limits = { min: 180, max: 480 };

describe('pane size', () => {
  test('is always an integer within its limits (catches widths that the settings reject)', () =>
    fc.assert(
      fc.property(fc.double(), (size) => {
        const clamped = clampSize(size, limits);
        expect(Number.isInteger(clamped)).toBe(true);
        expect(clamped).toBeGreaterThanOrEqual(limits.min);
        expect(clamped).toBeLessThanOrEqual(limits.max);
      }),
    ));

  test('uses the minimum when the limits contradict each other (catches a negative pane)', () =>
    expect(clampSize(300, { min: 180, max: 100 })).toBe(180));

  test.each([
    ['ArrowLeft', false, 244],
    ['ArrowRight', false, 276],
    ['ArrowRight', true, 324],
    ['Home', false, 180],
    ['End', false, 480],
  ])('resizes by %s (large step: %s) from 260 to %i (catches a divider that moves the wrong way)', (key, isLarge, size) => {
    expect(resizeByKey(key, isLarge, 260, limits)).toBe(size);
  });

  test('ignores other keys (catches a divider that swallows Tab)', () => expect(resizeByKey('Tab', false, 260, limits)).toBeUndefined());
});
