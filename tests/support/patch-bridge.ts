import type { Page } from 'playwright';

/** The part of the page's bridge that a test may change. */
export interface PatchableBridge {
  call: (request: { readonly route?: string; readonly input?: unknown }) => Promise<unknown>;
  on: (listener: (batch: readonly { readonly event: string }[]) => void) => void;
}

/** Changes the bridge of a page in a browser before the page uses it. `change` runs in the page, and knows nothing but its parameters. */
export async function patchBridge<T>(page: Page, change: (bridge: PatchableBridge, given: T) => void, given: T): Promise<void> {
  // as text, since the page's policy lets no code be made of text later
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
