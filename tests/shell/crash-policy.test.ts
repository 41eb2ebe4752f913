import { expect, test } from 'vitest';
import { crashPageHtml, decideAfterCrash } from '../../electron/shell/crash-policy.ts';

test('reloads after the first crash, shows the plain page after a second and stops after a third; starts over much later', () => {
  expect(decideAfterCrash([], 0)).toBe('reload');
  expect(decideAfterCrash([0], 5_000)).toBe('give-up');
  expect(decideAfterCrash([0, 5_000], 6_000)).toBe('stop');
  expect(decideAfterCrash([0, 5_000, 6_000], 67_000)).toBe('reload');
});

test('names the log folder on the crash page, with markup escaped', () => {
  const html = crashPageHtml('/home/<b>ada</b>/logs');
  expect(html).toContain('/home/&lt;b&gt;ada&lt;/b&gt;/logs');
  expect(html).not.toContain('<script');
});
