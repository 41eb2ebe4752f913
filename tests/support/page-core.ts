import type { Page } from 'playwright';
import type { Result } from '../../electron/contract/failure.ts';
import { reviveResult } from '../../electron/contract/failures/fail.ts';
import { routes, type CoreRoute } from '../../electron/contract/routes.ts';
import type { Core } from '../../electron/core/create-core.ts';
import { coreActivationRules } from '../../electron/host/user-activation-rules.ts';

/** The core as a page reaches it, in a browser and in Electron. */
export type PageCore = Pick<Core, 'handlers'>;

/** Far above the ids of the page's own calls. */
let nextId = 1_000_000;
const maxGestures = 5;

/** Calls the core through the page's bridge, without its views. */
export function createPageCore(page: Page): PageCore {
  const isGuarded = new Set(Object.keys(coreActivationRules));
  const names = Object.keys(routes).filter((name): name is CoreRoute => !name.startsWith('shell.'));
  const handlers = Object.fromEntries(
    names.map((route) => [
      route,
      async (input: unknown) => {
        if (!isGuarded.has(route)) return callThrough(page, route, input);
        // A gesture counts only for seconds, and a busy machine may need longer for the call.
        for (let attempt = 1; ; attempt += 1) {
          await page.keyboard.press('Shift');
          const result = await callThrough(page, route, input);
          if (attempt === maxGestures || result.ok || result.failure.reason !== 'needs-click') return result;
        }
      },
    ]),
  );
  return { handlers: handlers as unknown as Core['handlers'] }; // One handler per name; the core validates the input.
}

async function callThrough(page: Page, route: CoreRoute, input: unknown): Promise<Result<unknown>> {
  nextId += 1;
  const answer: unknown = await page.evaluate(
    (message) => (globalThis as unknown as { causeway: { call: (message: unknown) => Promise<unknown> } }).causeway.call(message),
    { kind: 'call', id: nextId, route, input },
  );
  return reviveResult(answer);
}
