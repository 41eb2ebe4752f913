import type { Page } from 'playwright';
import { reviveResult } from '../../electron/contract/failure.ts';
import { routes, type CoreRoute } from '../../electron/contract/routes.ts';
import type { Core } from '../../electron/core/create-core.ts';
import { coreActivationRules } from '../../electron/host/user-activation-rules.ts';

/** The core as its page reaches it, and as a browser and Electron both offer it. */
export type PageCore = Pick<Core, 'handlers'>;

/** The page counts its own calls from zero. */
let nextId = 1_000_000;

/** Calls go through the page's own bridge, past all of its views. */
export function createPageCore(page: Page): PageCore {
  const isGuarded = new Set(Object.keys(coreActivationRules));
  const names = Object.keys(routes).filter((name): name is CoreRoute => !name.startsWith('shell.'));
  const handlers = Object.fromEntries(
    names.map((route) => [
      route,
      async (input: unknown) => {
        if (isGuarded.has(route)) await page.keyboard.press('Shift'); // the user's own doing, as far as Electron can tell
        return callThrough(page, route, input);
      },
    ]),
  );
  return { handlers: handlers as unknown as Core['handlers'] }; // one for each name, and the other side checks what it is given
}

async function callThrough(page: Page, route: CoreRoute, input: unknown): Promise<unknown> {
  nextId += 1;
  const answer: unknown = await page.evaluate(
    (message) => (globalThis as unknown as { causeway: { call: (message: unknown) => Promise<unknown> } }).causeway.call(message),
    { kind: 'call', id: nextId, route, input },
  );
  return reviveResult(answer);
}
