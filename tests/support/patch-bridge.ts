import type { Page } from 'playwright';
import type { AppInfo } from '../../electron/contract/app-info.ts';

/** The part of the page's bridge that a test may patch. */
export interface PatchableBridge {
  call: (request: { readonly route?: string; readonly input?: unknown }) => Promise<unknown>;
  on: (listener: (batch: readonly { readonly event: string }[]) => void) => void;
}

/** Patches the bridge of a page in a browser before the page uses it. `change` runs in the page and sees only its parameters. */
export async function patchBridge<T>(page: Page, change: (bridge: PatchableBridge, given: T) => void, given: T): Promise<void> {
  // As text, because the page's policy forbids evaluating code later.
  await page.addInitScript({
    content: `{
      let changed;
      Object.defineProperty(window, 'causeway', {
        configurable: true,
        get: () => changed,
        set: (bridge) => {
          changed = { ...bridge };
          (${change.toString()})(changed, ${JSON.stringify(given)});
        },
      });
    }`,
  });
}

/** Makes the page believe that it runs in another shell or on another system. */
export function describeAppAs(page: Page, change: Partial<AppInfo>): Promise<void> {
  return patchBridge(
    page,
    (bridge, changed) => {
      const { call } = bridge;
      bridge.call = async (request) => {
        const answer = (await call(request)) as { readonly value: object };
        return request.route === 'app.describe' ? { ...answer, value: { ...answer.value, ...changed } } : answer;
      };
    },
    change,
  );
}
