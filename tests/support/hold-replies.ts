import type { Page } from 'playwright';
import { patchBridge } from './patch-bridge.ts';
import { browserOnly } from './window-runner.ts';

/** Marks a test that holds requests or replies. */
export const slowBridge = browserOnly('a bridge that holds replies; Electron’s can not be changed from the page');

/**
 * Holds the replies to a route until the test releases them, before the page is loaded. Those to a request with `exceptKey` pass. Only in
 * a browser.
 */
export function holdReplies(page: Page, route: string, exceptKey?: string): Promise<void> {
  return patchBridge(
    page,
    (bridge, { held, passes }) => {
      const { call } = bridge;
      const released = new Promise((resolve) => addEventListener('release-replies', resolve, { once: true }));
      bridge.call = async (request) => {
        const reply = await call(request);
        if (request.route === held && (request.input as { readonly key?: string } | undefined)?.key !== passes) await released;
        return reply;
      };
    },
    { held: route, passes: exceptKey ?? 'none' },
  );
}

/** Passes on the replies that were held, and no longer holds any. */
export async function releaseReplies(page: Page): Promise<void> {
  await page.evaluate(() => dispatchEvent(new Event('release-replies')));
}
