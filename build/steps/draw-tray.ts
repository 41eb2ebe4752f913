import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Resvg } from '@resvg/resvg-js';
import { trayImageName, trayBadges, type TrayBadge } from '../../electron/shell/desktop/tray-badge.ts';
import { root } from '../set-up/places.mjs';

/** The icon in its colours, and for macOS a mark of which only the shape counts. */
export const trayPlatforms = ['linux', 'darwin'] as const;
type TrayPlatform = (typeof trayPlatforms)[number];

const marks: Readonly<Record<TrayPlatform, string>> = { linux: 'icon.svg', darwin: 'tray-template.svg' };

/** What stands over the lower right of the mark. The plates differ in shape: a colour is not told by everyone. */
interface Sign {
  readonly plate: string;
  readonly figure: string;
  readonly colors: { readonly plate: string; readonly figure: string };
}

/** On a grid of 32: a pixel of the smallest picture. */
const signs: Readonly<Record<Exclude<TrayBadge, 'plain'>, Sign>> = {
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

/** Draws every picture of the tray into build/out/tray, for plain and for dense screens, by the names Electron looks for. */
export function drawTray(): void {
  const folder = path.join(root, 'build/out/tray');
  mkdirSync(folder, { recursive: true });
  for (const sign of trayBadges) {
    for (const platform of trayPlatforms) {
      const { name, ext } = path.parse(trayImageName(sign, platform));
      writeFileSync(path.join(folder, `${name}${ext}`), renderTray(sign, platform, 16).asPng());
      writeFileSync(path.join(folder, `${name}@2x${ext}`), renderTray(sign, platform, 32).asPng());
    }
  }
}

/** One picture of the tray. */
export function renderTray(sign: TrayBadge, platform: TrayPlatform, size: number): ReturnType<Resvg['render']> {
  const mark = readFileSync(path.join(root, 'build/icons', marks[platform]), 'utf8');
  const svg = sign === 'plain' ? mark : withSign(mark, signs[sign], platform);
  return new Resvg(svg, { fitTo: { mode: 'width', value: size }, font: { loadSystemFonts: false } }).render();
}

/** A gap all around sets the sign off from the mark; in a template its figure is a gap too. */
function withSign(mark: string, { plate, figure, colors }: Sign, platform: TrayPlatform): string {
  const rounded = (color: string, width: number): string =>
    `<g fill="${color}" stroke="${color}" stroke-width="${width}" stroke-linejoin="round">${plate}</g>`;
  const cut = (id: string, shape: string): string =>
    `<mask id="${id}" maskUnits="userSpaceOnUse" x="0" y="0" width="512" height="512">
      <rect width="512" height="512" fill="#fff" />${shape}
    </mask>`;
  const sign =
    platform === 'darwin'
      ? `${cut('figure', figure)}<g mask="url(#figure)">${rounded('#000', 48)}</g>`
      : `${rounded(colors.plate, 48)}<g fill="${colors.figure}">${figure}</g>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512">
    ${cut('gap', rounded('#000', 112))}
    <g mask="url(#gap)">${mark}</g>
    ${sign}
  </svg>`;
}
