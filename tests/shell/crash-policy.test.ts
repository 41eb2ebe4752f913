import { expect, test } from 'vitest';
import { crashPageHtml } from '../../electron/shell/crash-page.ts';
import { afterCrash } from '../../electron/shell/crash-policy.ts';

test('the first crash reloads, a second one soon after gives up, one much later reloads again', () => {
  expect(afterCrash([], 0)).toBe('reload');
  expect(afterCrash([0], 5_000)).toBe('give-up');
  expect(afterCrash([0], 61_000)).toBe('reload');
  expect(afterCrash([0, 61_000], 70_000)).toBe('give-up');
});

test('the crash page says where the log is, and a folder name can not put markup into it', () => {
  const html = crashPageHtml('/home/<b>ada</b>/logs');
  expect(html).toContain('/home/&lt;b&gt;ada&lt;/b&gt;/logs');
  expect(html).not.toContain('<script');
});
