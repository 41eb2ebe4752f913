import type { Page } from 'playwright';
import { patchBridge } from './patch-bridge.ts';

/** Holds the replies to a route until the test releases them, before the page is loaded. Only in a browser. */
export function holdReplies(page: Page, route: string): Promise<void> {
  return patchBridge(
    page,
    (bridge, held) => {
      const { call } = bridge;
      const released = new Promise((resolve) => {
        addEventListener('release-replies', resolve, { once: true });
      });
      bridge.call = async (request) => {
        const reply = await call(request);
        if (request.route === held) await released;
        return reply;
      };
    },
    route,
  );
}

/** Passes on the replies that were held, and no longer holds any. */
export async function releaseReplies(page: Page): Promise<void> {
  await page.evaluate(() => dispatchEvent(new Event('release-replies')));
}
