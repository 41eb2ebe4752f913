import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, BrowserContext, Page } from 'playwright';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { ask, startTestBrowserShell, type TestBrowserShell } from '../../support/browser-shell.ts';
import { eventually } from '../../support/eventually.ts';
import { launchChromium } from '../../support/launch-chromium.ts';
import { waitOptions } from '../../support/wait-options.ts';
import { exportProfile } from '../../../electron/core/profiles/profiles.ts';
import { hostText } from '../../../electron/host/text.ts';
import { approvalsText } from '../../../renderer/approvals/text.ts';
import { layoutText } from '../../../renderer/layout/text.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

/** Opens the window in a signed-in browser. `bypassCSP` disables our own policy, as the worst script could want. */
async function openWindow(started: TestBrowserShell): Promise<{ readonly context: BrowserContext; readonly page: Page }> {
  const context = await browser.newContext({ bypassCSP: true });
  onTestFinished(() => context.close());
  context.setDefaultTimeout(waitOptions.timeout);
  const page = await context.newPage();
  await page.goto(started.shell.createLink('anyone').link);
  await page.getByRole('navigation', { name: layoutText.sections.label }).waitFor();
  return { context, page };
}

/** Signs a browser in without the window, whose own calls could arrive late. */
async function signIn(started: TestBrowserShell): Promise<BrowserContext> {
  const context = await browser.newContext({ bypassCSP: true });
  onTestFinished(() => context.close());
  context.setDefaultTimeout(waitOptions.timeout);
  const page = await context.newPage();
  await page.goto(started.origin);
  await page.locator('#sign-in-link').waitFor(); // it has found no session, so it won't load the window
  const secret = new URL(started.shell.createLink('anyone').link).hash.slice(1);
  const status = await page.evaluate(async (body) => {
    const headers = { 'content-type': 'application/json' };
    return (await fetch('/session', { method: 'POST', headers, body })).status;
  }, JSON.stringify({ secret }));
  expect(status).toBe(204);
  await page.close();
  return context;
}

/** Opens a page of another server on this computer. */
async function openForeignPage(context: BrowserContext): Promise<Page> {
  const server = createServer((_request, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>elsewhere</title>'),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const foreign = await context.newPage();
  await foreign.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  return foreign;
}

/** Records what a server on this port answers. The page that asked may not see it. */
function recordAnswers(port: number): ReadonlySet<string> {
  const answers = new Set<string>();
  const record = (message: unknown): void => {
    const { request, response } = message as { readonly request: IncomingMessage; readonly response: ServerResponse };
    if (request.socket.localPort === port) answers.add(`${request.method} ${request.url} ${response.statusCode}`);
  };
  subscribe('http.server.response.finish', record);
  onTestFinished(() => void unsubscribe('http.server.response.finish', record));
  return answers;
}

/** Makes the window request something that only the user may allow, and returns the result. */
function askForKey(page: Page): Promise<unknown> {
  return callFromPage(page, 'localApi.createKey', { name: 'stolen' });
}

/** Sends a request as a script in the window could. */
function callFromPage(page: Page, route: string, input: unknown): Promise<unknown> {
  return page.evaluate(
    (request) => (window as unknown as { causeway: { call: (request: unknown) => Promise<unknown> } }).causeway.call(request),
    { kind: 'call', id: 9_000_001, route, input },
  );
}

/**
 * Prepares clicks in the task in which a question appears. On a busy machine it may be visible for long enough before the next one.
 * Returns a function that waits for them.
 */
async function clickTwiceAtOnce(page: Page): Promise<() => Promise<void>> {
  const clicks = await page.evaluateHandle(() => {
    const clicked = new Promise<void>((resolve) => {
      const observer = new MutationObserver(() => {
        const yes = document.querySelector<HTMLElement>('#yes');
        if (!yes?.checkVisibility()) return;
        observer.disconnect();
        yes.click();
        yes.click();
        resolve();
      });
      observer.observe(document.body, { subtree: true, attributes: true });
    });
    return { clicked }; // a promise itself would be awaited here
  });
  return () => clicks.evaluate(({ clicked }) => clicked);
}

// catches an approval that a script in the window could give itself
test('doesn’t let a hostile script in the window approve, even without our policy', async () => {
  const started = await startTestBrowserShell();
  const { context, page } = await openWindow(started);
  const asked = askForKey(page);
  const [question] = await eventually(() => {
    const waiting = started.shell.approvals.list();
    expect(waiting).toHaveLength(1);
    return waiting;
  });
  const approvals = `http://127.0.0.1:${started.port + 1}`;
  const answers = recordAnswers(started.port + 1);
  const attempts = await page.evaluate(
    async ({ target, id }) => {
      const outcomes: Record<string, string> = {};
      const attempt = async (name: string, work: () => Promise<unknown>): Promise<void> => {
        const late = new Promise<string>((resolve) => setTimeout(() => resolve('nothing came'), 60_000));
        outcomes[name] = String(await Promise.race([work().catch((error: unknown) => `failed: ${String(error)}`), late]));
      };
      const body = JSON.stringify({ id, isYes: true });
      const json = { 'content-type': 'application/json' };
      for (const mode of ['cors', 'no-cors'] as const) {
        await attempt(
          `post ${mode}`,
          async () => (await fetch(`${target}/answers?${mode}`, { method: 'POST', mode, credentials: 'include', body })).type,
        );
        await attempt(
          `json ${mode}`,
          async () =>
            (await fetch(`${target}/answers?json-${mode}`, { method: 'POST', mode, credentials: 'include', headers: json, body })).type,
        );
      }
      await attempt('read', async () => (await fetch(`${target}/questions?read`, { credentials: 'include' })).text());
      await attempt('beacon', async () => navigator.sendBeacon(`${target}/answers?beacon`, new Blob([body], { type: 'application/json' })));
      await attempt('form', async () => {
        const form = document.createElement('form');
        form.method = 'post';
        form.enctype = 'text/plain';
        form.action = `${target}/answers?form`;
        form.target = 'nowhere';
        const field = document.createElement('input');
        field.name = body.slice(0, -1);
        field.value = '"}';
        form.append(field);
        const frame = document.createElement('iframe');
        frame.name = 'nowhere';
        document.body.append(frame, form);
        const answered = new Promise((resolve) => frame.addEventListener('load', resolve));
        form.submit();
        await answered;
        return 'sent';
      });
      await attempt('frame', async () => {
        const frame = document.createElement('iframe');
        frame.src = `${target}/?frame`;
        const loaded = new Promise((resolve) => frame.addEventListener('load', resolve));
        document.body.append(frame);
        await loaded;
        return 'sent';
      });
      await attempt(
        'events',
        () =>
          new Promise((resolve) => {
            const source = new EventSource(`${target}/questions?events`, { withCredentials: true });
            source.addEventListener('message', ({ data }) => resolve(`heard ${data}`));
            source.addEventListener('error', () => resolve('shut'));
          }),
      );
      await attempt(
        'socket',
        () =>
          new Promise((resolve) => {
            const socket = new WebSocket(`${target.replace('http', 'ws')}/answers?socket`);
            socket.addEventListener('open', () => resolve('open'));
            socket.addEventListener('error', () => resolve('shut'));
          }),
      );
      return outcomes;
    },
    { target: approvals, id: question?.id ?? '' },
  );
  expect(attempts['read']).toMatch(/^failed/);
  expect(attempts['events']).toBe('shut');
  expect(attempts['socket']).toBe('shut');
  await eventually(() => {
    const toAttempts = [...answers].filter((answer) => answer.includes('?')); // the window opens the page itself
    expect(toAttempts.toSorted()).toEqual([
      'GET /?frame 403',
      'GET /answers?socket 403',
      'GET /questions?events 403',
      'GET /questions?read 403',
      'OPTIONS /answers?beacon 403',
      'OPTIONS /answers?json-cors 403',
      'POST /answers?cors 403',
      'POST /answers?form 403',
      'POST /answers?json-no-cors 403',
      'POST /answers?no-cors 403',
    ]);
  });

  const opening = context.waitForEvent('page');
  await page.evaluate((target) => Object.assign(window, { opened: window.open(`${target}/`, 'approvals') }), approvals);
  await (await opening).locator('#yes:not([aria-disabled=true])').waitFor(); // a click would count now
  const click = await page.evaluate((id) => {
    const { opened } = window as unknown as { opened: Window };
    opened.postMessage({ id, isYes: true }, '*');
    try {
      const yes = opened.document.querySelector<HTMLElement>('#yes');
      yes?.click();
      return yes ? 'reached' : 'no button';
    } catch (error) {
      return (error as DOMException).name;
    }
  }, question?.id ?? '');
  expect(click).toBe('SecurityError');
  expect(started.shell.approvals.list()).toHaveLength(1); // without an answer
  expect(started.core.localApi.read().keys).toEqual([]);

  // the user can: on the page of the other origin
  for (const each of context.pages()) if (each !== page) await each.close();
  const own = await context.newPage();
  await own.goto(`${approvals}/`);
  await own.getByText(hostText.actions.createKey('stolen')).waitFor();
  await own.locator('#yes:not([aria-disabled=true])').click();
  expect(await asked).toMatchObject({ ok: true, value: { key: { name: 'stolen' } } });
});

test('asks before a script in the window imports a profile (catches requests that are sent elsewhere)', async () => {
  const started = await startTestBrowserShell();
  const { page } = await openWindow(started);
  const service = { name: 'Lab', baseUrl: 'https://evil.example/', inferenceServer: null, caFile: null, catalog: [] };
  const text = exportProfile({ id: 'evil', service, instance: null, mode: 'direct', directRoute: 'straight' }, []);
  const addresses = () => started.core.profiles.list().map((profile) => profile.service.baseUrl);
  const imported = callFromPage(page, 'shell.importProfile', { text });
  const [question] = await eventually(() => {
    const waiting = started.shell.approvals.list();
    expect(waiting).toHaveLength(1);
    return waiting;
  });
  expect(question?.message).toContain(service.baseUrl);
  expect(addresses()).not.toContain(service.baseUrl);
  started.shell.approvals.answer(question?.id ?? '', false);
  expect(await imported).toMatchObject({ ok: false });
  expect(addresses()).not.toContain(service.baseUrl);
});

test('accepts an answer only after the question was visible for a while (catches a double click)', async () => {
  const started = await startTestBrowserShell();
  const { context, page } = await openWindow(started);
  const own = await context.newPage();
  await own.goto(`http://127.0.0.1:${started.port + 1}/`);
  await own.getByText(approvalsText.states.nothing[0]).waitFor();
  await page.bringToFront();
  const untilClicked = await clickTwiceAtOnce(own);
  void askForKey(page).catch(() => undefined); // the page may be closed before the answer
  await own.bringToFront();
  await untilClicked();
  expect(started.shell.approvals.list()).toHaveLength(1);
  await own.locator('#yes:not([aria-disabled=true])').waitFor();
  await own.keyboard.press('Escape');
  await eventually(() => expect(started.shell.approvals.list()).toEqual([]));
  expect(started.core.localApi.read().keys).toEqual([]);
});

// catches a loopback server that every web page in the same browser can reach
test('rejects a page of another origin in the same browser', async () => {
  const started = await startTestBrowserShell();
  const foreign = await openForeignPage(await signIn(started));
  const [asset = ''] = /assets\/[\w.-]+\.js/.exec((await ask(started.origin, '/')).body) ?? [];
  expect(await ask(started.origin, `/${asset}`)).toMatchObject({ status: 200 });
  const answers = recordAnswers(started.port);
  const attempts = async ({ target, scriptUrl }: { readonly target: string; readonly scriptUrl: string }) => {
    const outcome = async (work: Promise<unknown>): Promise<string> => {
      const late = new Promise<string>((resolve) => setTimeout(() => resolve('nothing came'), 60_000));
      return String(await Promise.race([work.catch(() => 'refused'), late]));
    };
    const loaded = (element: HTMLElement): Promise<string> =>
      new Promise((resolve) => {
        element.addEventListener('load', () => resolve('loaded'));
        element.addEventListener('error', () => resolve('refused'));
        document.body.append(element);
      });
    const script = document.createElement('script');
    script.src = scriptUrl;
    const frame = document.createElement('iframe');
    frame.src = `${target}/`;
    await loaded(frame);
    return {
      fetch: await outcome(fetch(`${target}/session`, { credentials: 'include' }).then(({ status }) => status)),
      blind: await outcome(fetch(`${target}/index.html`, { credentials: 'include', mode: 'no-cors' }).then(({ type }) => type)),
      script: await outcome(loaded(script)),
      events: await outcome(
        new Promise((resolve) => {
          const source = new EventSource(`${target}/channel`, { withCredentials: true });
          source.addEventListener('open', () => resolve('open'));
          source.addEventListener('error', () => resolve('refused'));
        }),
      ),
      socket: await outcome(
        new Promise((resolve) => {
          const socket = new WebSocket(`${target.replace('http', 'ws')}/channel`);
          socket.addEventListener('open', () => resolve('open'));
          socket.addEventListener('error', () => resolve('refused'));
        }),
      ),
    };
  };
  const outcomes = await foreign.evaluate(attempts, { target: started.origin, scriptUrl: `${started.origin}/${asset}?foreign` });
  expect(outcomes).toMatchObject({ fetch: 'refused', script: 'refused', events: 'refused', socket: 'refused' });
  await eventually(() => {
    expect([...answers].toSorted()).toEqual([
      'GET / 403',
      `GET /${asset}?foreign 403`,
      'GET /channel 403',
      'GET /index.html 403',
      'GET /session 403',
    ]);
  });
  expect(started.reached).toEqual([]);
});

// catches a start page without an opener policy for pages that another origin opened
test('gives a page of another origin that opens the window no access to it', async () => {
  const started = await startTestBrowserShell();
  const { context } = await openWindow(started);
  const foreign = await openForeignPage(context);
  const opening = context.waitForEvent('page');
  await foreign.evaluate((target) => Object.assign(window, { opened: window.open(`${target}/`) }), started.origin);
  const opened = await opening;
  await opened.waitForLoadState();
  await eventually(async () => {
    expect(await foreign.evaluate(() => (window as unknown as { opened: Window | null }).opened?.closed)).toBe(true); // separated
  });
  expect(opened.isClosed()).toBe(false);
  expect(await opened.evaluate(() => window.opener)).toBe(null);
});

test('leaves the secret of a link in no address, history or storage once the window is open', async () => {
  const started = await startTestBrowserShell();
  const { link } = started.shell.createLink('anyone');
  const secret = new URL(link).hash.slice(1);
  const context = await browser.newContext();
  onTestFinished(() => context.close());
  context.setDefaultTimeout(waitOptions.timeout);
  const page = await context.newPage();
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  await page.goto(link);
  await page.getByRole('navigation', { name: layoutText.sections.label }).waitFor();
  expect(page.url()).toBe(`${started.origin}/`);
  expect(
    await page.evaluate(() => JSON.stringify([location.href, document.referrer, sessionStorage, localStorage, document.cookie])),
  ).not.toContain(secret);
  await page.goBack().catch(() => null);
  expect(page.url()).not.toContain(secret);
  expect(requested.filter((url) => url.includes(secret) && !url.includes('#'))).toEqual([]); // it is sent in a body, never in an address
});
