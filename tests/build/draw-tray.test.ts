import { describe, expect, test } from 'vitest';
import { renderTray, trayPlatforms } from '../../build/steps/draw-tray.ts';
import { trayBadges, type TrayBadge } from '../../electron/shell/desktop/tray-badge.ts';

/** Returns the pixels of the smallest image, each as red, green, blue and alpha. */
function pixels(badge: TrayBadge, platform: (typeof trayPlatforms)[number]): readonly Uint8Array[] {
  const bytes = renderTray(badge, platform, 16).pixels;
  return Array.from({ length: bytes.length / 4 }, (_none, index) => bytes.subarray(index * 4, index * 4 + 4));
}

const alpha = (pixel: Uint8Array | undefined): number => pixel?.[3] ?? 0;

const pairs: readonly (readonly [TrayBadge, TrayBadge])[] = trayBadges.flatMap((one, index) =>
  trayBadges.slice(index + 1).map((other) => [one, other] as const),
);

describe.each(trayPlatforms)('tray images for %s', (platform) => {
  // catches badges that differ in colour only, which template images and some users can't distinguish
  test.each(pairs)('%s and %s differ in shape', (one, other) => {
    const second = pixels(other, platform);
    const differing = pixels(one, platform).filter((pixel, index) => Math.abs(alpha(pixel) - alpha(second[index])) > 128);
    expect(differing.length).toBeGreaterThan(16);
  });

  // catches an icon that its badge covers
  test.each(trayBadges)('%s leaves most of the icon visible', (badge) => {
    const plain = pixels('plain', platform);
    const unchanged = pixels(badge, platform).filter(
      (pixel, index) => alpha(plain[index]) > 0 && pixel.every((value, at) => value === plain[index]?.[at]),
    );
    expect(unchanged.length).toBeGreaterThan(64);
  });

  test('renders the requested size', () => {
    for (const size of [16, 32]) {
      for (const badge of trayBadges) expect(renderTray(badge, platform, size)).toMatchObject({ width: size, height: size });
    }
  });
});

// catches a colour that macOS would discard
test('renders a template image in black', () => {
  for (const badge of trayBadges)
    expect(pixels(badge, 'darwin').every(([red, green, blue]) => red === 0 && green === 0 && blue === 0)).toBe(true);
});
