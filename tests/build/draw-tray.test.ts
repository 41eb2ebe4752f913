import { describe, expect, test } from 'vitest';
import { renderTray, trayPlatforms } from '../../build/steps/draw-tray.ts';
import { trayBadges, type TrayBadge } from '../../electron/shell/desktop/tray-badge.ts';

/** The pixels of the smallest picture, each as red, green, blue and alpha. */
function pixels(sign: TrayBadge, platform: (typeof trayPlatforms)[number]): readonly Uint8Array[] {
  const bytes = renderTray(sign, platform, 16).pixels;
  return Array.from({ length: bytes.length / 4 }, (_none, index) => bytes.subarray(index * 4, index * 4 + 4));
}

const alpha = (pixel: Uint8Array | undefined): number => pixel?.[3] ?? 0;

const pairs: readonly (readonly [TrayBadge, TrayBadge])[] = trayBadges.flatMap((one, index) =>
  trayBadges.slice(index + 1).map((other) => [one, other] as const),
);

describe.each(trayPlatforms)('the tray’s pictures for %s', (platform) => {
  // catches signs that only their colour tells apart, which a template has not, nor has everyone an eye for
  test.each(pairs)('%s and %s differ in shape', (one, other) => {
    const second = pixels(other, platform);
    const differing = pixels(one, platform).filter((pixel, index) => Math.abs(alpha(pixel) - alpha(second[index])) > 128);
    expect(differing.length).toBeGreaterThan(16);
  });

  // catches a mark that is lost behind its sign
  test.each(trayBadges)('%s shows the mark', (sign) => {
    const plain = pixels('plain', platform);
    const kept = pixels(sign, platform).filter(
      (pixel, index) => alpha(plain[index]) > 0 && pixel.every((value, at) => value === plain[index]?.[at]),
    );
    expect(kept.length).toBeGreaterThan(64);
  });

  test('each has the size it is asked for', () => {
    for (const size of [16, 32]) {
      for (const sign of trayBadges) expect(renderTray(sign, platform, size)).toMatchObject({ width: size, height: size });
    }
  });
});

// catches a colour that macOS would throw away
test('a template is black', () => {
  for (const sign of trayBadges)
    expect(pixels(sign, 'darwin').every(([red, green, blue]) => red === 0 && green === 0 && blue === 0)).toBe(true);
});
