import type { Browser, Page } from 'playwright';
import { figure, figureBeside, type Figure } from '../../support/bench-report.ts';
import { launchChromium } from '../../support/launch-chromium.ts';
import { startBare, startCauseway, type StartedServer } from './servers.ts';
import type { StartOptions } from './start-options.ts';
import { write, writeAndSend, type PageTimes } from './use-page.ts';

interface Sample {
  readonly fromNothingMs: number;
  readonly inBrowserMs: number;
  /** Time from a cold start until a message is sent. Undefined for a bare page. */
  readonly readyMs?: number | undefined;
}

type UsePage = (page: Page) => Promise<PageTimes>;

/**
 * Compares our page with a bare page of a bare server, in the same Chromium, opened by the printed link. Measures the time from the
 * start of server and browser to a field that accepts typing, for ours to an answer to its Enter (as for Electron), and the same in a
 * running browser. For ours alone, also the time until the message is sent.
 */
export async function measureBrowser({ runs, bundle, say }: StartOptions): Promise<readonly Figure[]> {
  const [ours, bare]: [Sample[], Sample[]] = [[], []];
  const browser = await launchChromium();
  const startOurs = () => startCauseway(bundle);
  await sample(browser, startOurs, writeAndSend); // the first start reads the programs from disk
  for (let run = 0; run < runs; run += 1) {
    bare.push(await sample(browser, startBare, write));
    ours.push(await sample(browser, startOurs, writeAndSend));
    say('browser', run, { ours: ours[run], bare: bare[run] });
  }
  await browser.close();
  const beside = (figureName: string, name: 'fromNothingMs' | 'inBrowserMs') => {
    const series = [ours, bare].map((samples) => samples.map((each) => each[name])) as [number[], number[]];
    return figureBeside(figureName, ...series, 'x of a bare page and server', 1.5);
  };
  return [
    beside('usable-page', 'fromNothingMs'),
    beside('usable-page-in-running-browser', 'inBrowserMs'),
    figure(
      'ready-page',
      ours.map(({ readyMs }) => readyMs ?? Number.NaN),
      'ms',
    ),
  ];
}

async function sample(browser: Browser, start: () => Promise<StartedServer>, use: UsePage): Promise<Sample> {
  const inRunning = await start();
  const { usableAt } = await usePage(browser, inRunning.address, use);
  await Promise.all(browser.contexts().map((context) => context.close()));
  await inRunning.close();

  const [server, own] = await Promise.all([start(), launchChromium()]);
  const fromNothing = await usePage(own, server.address, use);
  await own.close();
  await server.close();
  return {
    fromNothingMs: fromNothing.usableAt - server.startedAt,
    inBrowserMs: usableAt - inRunning.startedAt,
    readyMs: fromNothing.sentAt && fromNothing.sentAt - server.startedAt,
  };
}

/** Uses a new context, so that the cache is empty. */
async function usePage(browser: Browser, address: string, use: UsePage) {
  const page = await browser.newPage();
  await page.goto(address, { waitUntil: 'commit' }); // the field accepts typing before everything is loaded
  return use(page);
}
