import { setTimeout as rest } from 'node:timers/promises';
import type { Browser } from 'playwright';
import { milliseconds, ratio, type Figure } from '../../support/bench-report.ts';
import { launchChromium } from '../../support/launch-chromium.ts';
import { residentMemory } from '../../support/process-memory.ts';
import { startBare, startCauseway, type StartedServer } from './servers.ts';
import type { StartOptions } from './start-options.ts';
import { waitUntilSendable, write } from './use-page.ts';

interface Sample {
  readonly fromNothingMs: number;
  readonly inBrowserMs: number;
  readonly mebibytes: number;
  /** Time from a cold start until a message can be sent. Undefined for a bare page. */
  readonly readyMs?: number | undefined;
}

type Ready = typeof waitUntilSendable | undefined;

/**
 * Compares our page with a bare page of a bare server, in the same Chromium, opened by the printed link. Measures the time from the
 * start of server and browser to a field that accepts typing (as for Electron), the same in a running browser, and the server's memory
 * with the page open. For ours alone, also the time until the typed text can be sent.
 */
export async function measureBrowser({ runs, bundle, restMs, say }: StartOptions): Promise<readonly Figure[]> {
  const [ours, bare]: [Sample[], Sample[]] = [[], []];
  const browser = await launchChromium();
  const startOurs = () => startCauseway(bundle);
  await sample(browser, startOurs, 0, waitUntilSendable); // the first start reads the programs from disk
  for (let run = 0; run < runs; run += 1) {
    bare.push(await sample(browser, startBare, restMs, undefined));
    ours.push(await sample(browser, startOurs, restMs, waitUntilSendable));
    say('browser', run, { ours: ours[run], bare: bare[run] });
  }
  await browser.close();
  const beside = (name: 'fromNothingMs' | 'inBrowserMs' | 'mebibytes'): Pick<Figure, 'value' | 'spread'> =>
    ratio(
      ours.map((each) => each[name]),
      bare.map((each) => each[name]),
    );
  const unit = 'x of a bare page and server';
  return [
    { name: 'usable-page', unit, better: 'lower', goal: 1.5, ...beside('fromNothingMs') },
    { name: 'usable-page-in-running-browser', unit, better: 'lower', goal: 1.5, ...beside('inBrowserMs') },
    { name: 'ready-page', ...milliseconds(ours.map(({ readyMs }) => readyMs ?? Number.NaN)) },
    // no goal: a bare server has neither a demo of the service nor a history open
    { name: 'server-memory-with-page', unit: 'x of a bare Node server', better: 'lower', ...beside('mebibytes') },
  ];
}

async function sample(browser: Browser, start: () => Promise<StartedServer>, restMs: number, ready: Ready): Promise<Sample> {
  const inRunning = await start();
  const { usableAt } = await usePage(browser, inRunning.address, ready);
  await rest(restMs);
  const mebibytes = await residentMemory(inRunning.pid);
  await Promise.all(browser.contexts().map((context) => context.close()));
  await inRunning.close();

  const [server, own] = await Promise.all([start(), launchChromium()]);
  const fromNothing = await usePage(own, server.address, ready);
  await own.close();
  await server.close();
  return {
    fromNothingMs: fromNothing.usableAt - server.startedAt,
    inBrowserMs: usableAt - inRunning.startedAt,
    mebibytes,
    readyMs: fromNothing.readyAt && fromNothing.readyAt - server.startedAt,
  };
}

/** Uses a new context, so that the cache is empty. */
async function usePage(browser: Browser, address: string, ready: Ready) {
  const page = await browser.newPage();
  await page.goto(address, { waitUntil: 'commit' }); // the field accepts typing before everything is loaded
  return { usableAt: await write(page), readyAt: await ready?.(page) };
}
