import type { Page } from 'playwright';
import type { Result } from '../../electron/contract/failure.ts';
import { reviveResult } from '../../electron/contract/failures/fail.ts';
import { routes, type CoreRoute, type RouteInput, type RouteOutput } from '../../electron/contract/routes.ts';
import type { Core } from '../../electron/core/create-core.ts';
import { must } from './must.ts';

/** The core as a page reaches it, in a browser and in Electron. */
export interface PageCore extends Pick<Core, 'handlers'> {
  /** Calls a route, which must succeed. */
  readonly call: <R extends CoreRoute>(
    route: R,
    ...input: undefined extends RouteInput<R> ? [input?: RouteInput<R>] : [input: RouteInput<R>]
  ) => Promise<RouteOutput<R>>;
}

/** Far above the ids of the page's own calls. */
let nextId = 1_000_000;

/** Calls the core through the page's bridge, without its views. */
export function createPageCore(page: Page): PageCore {
  const names = Object.keys(routes).filter((name): name is CoreRoute => !name.startsWith('shell.'));
  const handlers = Object.fromEntries(names.map((route) => [route, (input: unknown) => callThrough(page, route, input)]));
  return {
    handlers: handlers as unknown as Core['handlers'], // One handler per name; the core validates the input.
    call: async (route, ...[input]) => must(await callThrough(page, route, input)) as RouteOutput<typeof route>,
  };
}

async function callThrough(page: Page, route: CoreRoute, input: unknown): Promise<Result<unknown>> {
  nextId += 1;
  const answer: unknown = await page.evaluate(
    (message) => (globalThis as unknown as { causeway: { call: (message: unknown) => Promise<unknown> } }).causeway.call(message),
    { kind: 'call', id: nextId, route, input },
  );
  return reviveResult(answer);
}
