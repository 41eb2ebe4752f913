import type { FrameLocator, Page } from 'playwright';

/** Returns the names of the bundled typefaces that a page or frame has loaded. */
export function loadedTypefaces(page: Page | FrameLocator): Promise<readonly string[]> {
  return page
    .locator(':root')
    .evaluate(() => [...new Set([...document.fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family))].sort());
}
