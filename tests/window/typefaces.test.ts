import { loadedTypefaces } from '../support/loaded-typefaces.ts';
import { ask } from '../support/window-chat.ts';
import { expect, quick, test } from '../support/window.ts';

// Catches a font that the content security policy blocks or the bundle omits.
test('draws text, code and formulas in the bundled typefaces', quick, async ({ page }) => {
  await ask(page, 'Show me a table, some code and a formula');
  await expect.poll(() => loadedTypefaces(page)).toEqual(['Inter Variable', 'JetBrains Mono Variable', 'STIX Two Math']);
});
