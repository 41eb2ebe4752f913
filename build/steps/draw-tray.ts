import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Resvg } from '@resvg/resvg-js';
import { trayImageName, trayBadges, type TrayBadge } from '../../electron/shell/desktop/tray-badge.ts';
import { root } from '../set-up/places.mjs';

/** Platforms with images of their own. macOS uses only the shape of an image. */
export const trayPlatforms = ['linux', 'darwin'] as const;
type TrayPlatform = (typeof trayPlatforms)[number];

const icons: Readonly<Record<TrayPlatform, string>> = { linux: 'icon.svg', darwin: 'tray-template.svg' };

/** A badge at the lower right of the icon. The plates differ in shape, because not everyone can tell colours apart. */
interface BadgeShape {
  readonly plate: string;
  readonly figure: string;
  readonly colors: { readonly plate: string; readonly figure: string };
}

/** Aligned to a grid of 32 units, which is one pixel of the smallest image. */
const badgeShapes: Readonly<Record<Exclude<TrayBadge, 'plain'>, BadgeShape>> = {
  'under-way': {
    plate: '<rect x="216" y="344" width="272" height="144" rx="72" />',
    figure: '<circle cx="256" cy="416" r="32" /><circle cx="352" cy="416" r="32" /><circle cx="448" cy="416" r="32" />',
    colors: { plate: '#ffc14d', figure: '#0a2f3a' },
  },
  attention: {
    plate: '<path d="M352 192l136 296H216z" />',
    figure: '<path d="M320 256h64v128h-64zM320 416h64v64h-64z" />',
    colors: { plate: '#d5362f', figure: '#fff' },
  },
};

/** Draws all tray images into build/out/tray, in both resolutions, by the names that Electron expects. */
export function drawTray(): void {
  const folder = path.join(root, 'build/out/tray');
  mkdirSync(folder, { recursive: true });
  for (const badge of trayBadges) {
    for (const platform of trayPlatforms) {
      const { name, ext } = path.parse(trayImageName(badge, platform));
      writeFileSync(path.join(folder, `${name}${ext}`), renderTray(badge, platform, 16).asPng());
      writeFileSync(path.join(folder, `${name}@2x${ext}`), renderTray(badge, platform, 32).asPng());
    }
  }
}

/** Renders one tray image. */
export function renderTray(badge: TrayBadge, platform: TrayPlatform, size: number): ReturnType<Resvg['render']> {
  const icon = readFileSync(path.join(root, 'build/icons', icons[platform]), 'utf8');
  const svg = badge === 'plain' ? icon : addBadge(icon, badgeShapes[badge], platform);
  return new Resvg(svg, { fitTo: { mode: 'width', value: size }, font: { loadSystemFonts: false } }).render();
}

/** Draws a badge over an icon, with a gap around it. In a template image the figure is a gap too. */
function addBadge(icon: string, { plate, figure, colors }: BadgeShape, platform: TrayPlatform): string {
  const rounded = (color: string, width: number): string =>
    `<g fill="${color}" stroke="${color}" stroke-width="${width}" stroke-linejoin="round">${plate}</g>`;
  const cut = (id: string, shape: string): string =>
    `<mask id="${id}" maskUnits="userSpaceOnUse" x="0" y="0" width="512" height="512">
      <rect width="512" height="512" fill="#fff" />${shape}
    </mask>`;
  const badge =
    platform === 'darwin'
      ? `${cut('figure', figure)}<g mask="url(#figure)">${rounded('#000', 48)}</g>`
      : `${rounded(colors.plate, 48)}<g fill="${colors.figure}">${figure}</g>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512">
    ${cut('gap', rounded('#000', 112))}
    <g mask="url(#gap)">${icon}</g>
    ${badge}
  </svg>`;
}
