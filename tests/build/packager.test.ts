import { createRequire } from 'node:module';
import { expect, onTestFinished, test, vi } from 'vitest';

/** Reads the packager's configuration with the given feed. */
function homepage(feed: string | undefined): string {
  const require = createRequire(import.meta.url);
  const file = require.resolve('../../build/packager.cjs');
  vi.stubEnv('CAUSEWAY_UPDATE_FEED', feed);
  onTestFinished(() => {
    vi.unstubAllEnvs();
    delete require.cache[file];
  });
  delete require.cache[file];
  return (require(file) as { readonly extraMetadata: { readonly homepage: string } }).extraMetadata.homepage;
}

// catches a .deb that electron-builder refuses to build from a clone without an origin on GitHub
test('names a homepage, which is that of the feed if there is one', () => {
  expect(homepage(undefined)).toMatch(/^https:\/\//);
  expect(homepage('https://updates.lab.test/causeway/')).toBe('https://updates.lab.test');
});
