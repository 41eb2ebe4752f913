import { ask } from '../support/window-chat.ts';
import { expect, test } from '../support/window.ts';

// Catches a font that the content security policy blocks or the bundle omits.
test('draws text, code and formulas in the bundled typefaces', async ({ window: { page } }) => {
  await ask(page, 'Show me a table, some code and a formula');
  const loaded = () =>
    page.evaluate(() => [...new Set([...document.fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family))].sort());
  await expect.poll(loaded).toEqual(['Inter Variable', 'JetBrains Mono Variable', 'STIX Two Math']);
});
