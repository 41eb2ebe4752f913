import { expect, test } from 'vitest';
import { crashPageHtml, decideAfterCrash } from '../../electron/shell/crash-policy.ts';

test('the first crash reloads, a second one soon after gets the plain page, a third stops; much later all begins anew', () => {
  expect(decideAfterCrash([], 0)).toBe('reload');
  expect(decideAfterCrash([0], 5_000)).toBe('give-up');
  expect(decideAfterCrash([0, 5_000], 6_000)).toBe('stop');
  expect(decideAfterCrash([0, 5_000, 6_000], 67_000)).toBe('reload');
});

test('the crash page says where the log is, and a folder name can not put markup into it', () => {
  const html = crashPageHtml('/home/<b>ada</b>/logs');
  expect(html).toContain('/home/&lt;b&gt;ada&lt;/b&gt;/logs');
  expect(html).not.toContain('<script');
});
