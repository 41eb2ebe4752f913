import type { Page } from 'playwright';

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
