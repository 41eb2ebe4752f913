import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { impossibleLogprob } from '../../../electron/contract/constants.ts';
import { formatProbability, shadeLegend, shadeLevel, shadeLevels, tokenPieces } from '../../../renderer/shared/token-shading.ts';
import { createTokenTrack } from '../../../renderer/shared/token-track.ts';

const tokensCss = readFileSync(new URL('../../../renderer/styles/tokens.css', import.meta.url), 'utf8');
const shadingCss = readFileSync(new URL('../../../renderer/shared/tokens.css', import.meta.url), 'utf8');

function colour(name: string): readonly [string, string] {
  const [, light, dark] = new RegExp(`--color-${name}: light-dark\\((#\\w{6}), (#\\w{6})\\)`).exec(tokensCss) ?? [];
  if (light === undefined || dark === undefined) throw new Error(`no colour ${name}`);
  return [light, dark];
}

function channels(hex: string): readonly number[] {
  return [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
}

/** By WCAG 2. */
function contrast(a: string, b: string): number {
  const luminance = (hex: string): number => {
    const [red = 0, green = 0, blue = 0] = channels(hex).map((channel) => {
      const part = channel / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const [low = 0, high = 0] = [luminance(a), luminance(b)].toSorted((one, two) => one - two);
  return (high + 0.05) / (low + 0.05);
}

test.each([1, 2, 3, 4])('shade %i leaves the text readable, and the line visible, in both themes', (level) => {
  const shade = colour(`shade-${level}`);
  for (const theme of [0, 1] as const) {
    expect(contrast(shade[theme], colour('text')[theme])).toBeGreaterThanOrEqual(4.5);
    expect(contrast(shade[theme], colour('shade-line')[theme])).toBeGreaterThanOrEqual(3);
  }
});

/** Paints a part of one colour over another. */
function paint(over: string, share: number, under: string): string {
  const mixed = channels(under).map((channel, index) => Math.round(channel * (1 - share) + (channels(over)[index] ?? 0) * share));
  return `#${mixed.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

test('a selection, which is painted over the words, leaves them readable in both themes (catches an opaque one)', () => {
  const [, percent] =
    /\.shaded-field::selection \{\s+background: color-mix\(in srgb, var\(--color-accent\) (\d+)%, transparent\)/.exec(shadingCss) ?? [];
  const selected = (name: string, theme: 0 | 1): string =>
    paint(colour('accent')[theme], Number(percent ?? 100) / 100, colour(name)[theme]);
  for (const theme of [0, 1] as const) {
    for (const surface of ['surface', 'shade-1', 'shade-2', 'shade-3', 'shade-4'])
      expect(contrast(selected(surface, theme), selected('text', theme)), surface).toBeGreaterThanOrEqual(4.5);
    expect(contrast(selected('surface', theme), selected('accent-text', theme))).toBeGreaterThanOrEqual(4.5);
    // as visible as a selection elsewhere
    expect(contrast(selected('surface', theme), colour('surface')[theme])).toBeGreaterThanOrEqual(
      contrast(colour('accent-soft')[theme], colour('surface')[theme]),
    );
  }
});

test('sorts tokens into classes, the unlikely highest, and the legend names each', () => {
  expect([0.95, 0.7, 0.4, 0.2, 0.01].map((p) => shadeLevel(Math.log(p), 'probability'))).toEqual([0, 1, 2, 3, 4]);
  expect([0.9, 0.2, 0.05, 0.002, 1e-6].map((p) => shadeLevel(Math.log(p), 'surprise'))).toEqual([0, 1, 2, 3, 4]);
  expect([shadeLevel(null, 'probability'), shadeLevel(impossibleLogprob, 'surprise')]).toEqual([-1, 4]);
  expect([shadeLegend('probability').length, shadeLegend('surprise').length]).toEqual([shadeLevels, shadeLevels]);
});

test.each([
  [0, '100%'],
  [Math.log(0.9996), '99.9%'],
  [Math.log(0.5), '50.0%'],
  [Math.log(0.0123), '1.2%'],
  [Math.log(0.000_01), '< 0.01%'],
  [impossibleLogprob, '0%'],
])('formats the probability of %d as %s', (logprob, expected) => expect(formatProbability(logprob)).toBe(expected));

test('splits a part of a text into tokens without gaps (catches letters lost between tokens)', () => {
  const track = createTokenTrack();
  track.append(
    [' red', '', ' fox'].map((text) => ({ text, logprob: -0.01 })),
    ' red fox',
  );
  const ranges = [{ start: 3, end: 11, from: 0, track }];
  const pieces = tokenPieces(ranges, 'probability', 0, 14);
  expect(pieces.map(({ start, end, isByModel, level }) => [start, end, isByModel, level])).toEqual([
    [0, 3, false, -1],
    [3, 7, true, 0],
    [7, 11, true, 0],
    [11, 14, false, -1],
  ]);
  expect(tokenPieces(ranges, 'off', 5, 9)).toEqual([{ start: 5, end: 9, isByModel: true, level: -1 }]);
});
