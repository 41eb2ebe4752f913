import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Resvg } from '@resvg/resvg-js';
import { root } from '../set-up/places.mjs';
import { icnsFile, icoFile } from './icon-containers.ts';

const sizes = [16, 24, 32, 48, 64, 96, 128, 256, 512, 1024] as const;

const folder = path.join(root, 'build/out/icons');

/** Draws build/icons/icon.svg at all sizes, in the formats of the three platforms, into build/out/icons. */
export function drawIcons(): string {
  mkdirSync(folder, { recursive: true });
  const images = sizes.map((size) => ({ size, png: draw(size) }));
  for (const { size, png } of images) writeFileSync(path.join(folder, `${size}x${size}.png`), png);
  writeFileSync(path.join(folder, 'icon.ico'), icoFile(images.filter(({ size }) => size <= 256)));
  writeFileSync(path.join(folder, 'icon.icns'), icnsFile(images));
  return folder;
}

function draw(size: number): Buffer {
  const svg = readFileSync(path.join(root, 'build/icons/icon.svg'), 'utf8');
  return new Resvg(svg, { fitTo: { mode: 'width', value: size }, font: { loadSystemFonts: false } }).render().asPng();
}
