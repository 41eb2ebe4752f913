import { spawn } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import type { Browser, BrowserContext, Page } from 'playwright';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { ask, startTestBrowserShell, type TestBrowserShell } from '../../support/browser-shell.ts';
import { createAuthority, type Authority } from '../../support/certificates.ts';
import { eventually } from '../../support/eventually.ts';
import { startServer } from '../../support/https-server.ts';
import { must } from '../../support/must.ts';
import { serverProgram } from '../../support/server-process.ts';
import { launchChromium } from '../../support/launch-chromium.ts';
import { waitOptions } from '../../support/wait-options.ts';
import type { Result } from '../../../electron/contract/failure.ts';
import type { Profile } from '../../../electron/contract/profile.ts';
import type { Toolbox } from '../../../electron/contract/tool.ts';
import { hostText } from '../../../electron/host/text.ts';
import { browserPageText } from '../../../renderer/browser/text.ts';
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
  await page.goto(started.shell.createLink('anyone'));
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
  const secret = new URL(started.shell.createLink('anyone')).hash.slice(1);
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

/** Sends a request as a script in the window could. */
function callFromPage(page: Page, route: string, input: unknown): Promise<unknown> {
  return page.evaluate(
    (request) => (window as unknown as { causeway: { call: (request: unknown) => Promise<unknown> } }).causeway.call(request),
    { kind: 'call', id: 9_000_001, route, input },
  );
}

/** Starts the program a second time, as a user does in a terminal, and answers. */
async function answerInTerminal({ folder }: TestBrowserShell, answer: string): Promise<string> {
  const child = spawn(process.execPath, [serverProgram, '--browser', '--approve', '--data', path.join(folder, 'data')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin.end(`${answer}\n`);
  return text(child.stdout);
}

/** Runs in the page: tries what a script there could do to approve a question, and returns the addresses that accepted it. */
async function tryToApprove({ id, ports }: { readonly id: string; readonly ports: readonly number[] }): Promise<readonly string[]> {
  const body = JSON.stringify({ id, isYes: true });
  const paths = ['answers', 'approvals', 'approvals/answers', 'session', 'files/x', 'channel'];
  const hosts = ports.flatMap((port) => ['127.0.0.1', 'localhost'].map((host) => `http://${host}:${port}/`));
  const addresses = [location.href, ...hosts].flatMap((base) => paths.map((name) => new URL(name, base).href));
  const accepted = await Promise.all(
    ['application/json', 'text/plain'].flatMap((type) =>
      addresses.map((address) =>
        fetch(address, { method: 'POST', headers: { 'content-type': type }, body, credentials: 'include' }).then(
          ({ ok }) => (ok ? [address] : []),
          () => [],
        ),
      ),
    ),
  );
  const channel = new URL('channel', location.href);
  channel.protocol = 'ws:';
  for (const kind of ['answer', 'approve', 'approvals']) {
    await new Promise((resolve) => {
      const socket = new WebSocket(channel);
      socket.addEventListener('open', () => {
        socket.send(JSON.stringify({ page: `hostile-page-${kind}` }));
        socket.send(JSON.stringify({ kind, id, isYes: true }));
      });
      socket.addEventListener('close', resolve);
    });
  }
  return accepted.flat();
}

// catches a program that a script in the window could start
test('starts no program for a hostile script in the window, until the user approves it in a terminal', async () => {
  const started = await startTestBrowserShell();
  const { page } = await openWindow(started);
  const marker = path.join(started.folder, 'started');
  const server = { name: 'Lab', transport: { kind: 'stdio', argv: ['touch', marker] }, isEnabled: true };
  const put = (await callFromPage(page, 'tools.putServer', { id: null, server: { ...server, approval: 'given' } })) as Result<Toolbox>;
  const id = must(put).servers[0]?.id ?? '';
  const tool = { name: 'mark', description: '', parameters: { type: 'object' }, isEnabled: true, runsByItself: true };
  await callFromPage(page, 'tools.put', { id: null, tool: { ...tool, binding: { kind: 'command', argv: ['touch', marker] } } });
  expect(started.core.tools.offer(started.core.tools.read().tools.map((each) => each.id))).toEqual([]);

  const asked = callFromPage(page, 'shell.approveToolServer', { id });
  await page.getByText(browserPageText.approval.title).waitFor();
  const [question] = started.shell.approvals.list();
  expect(question?.detail).toContain(`1.  touch\n2.  ${marker}\n`);
  expect(await page.evaluate(tryToApprove, { id: question?.id ?? '', ports: [started.port, started.port + 1] })).toEqual([]);
  expect(started.shell.approvals.list()).toHaveLength(1);
  expect(started.core.tools.read().servers).toMatchObject([{ approval: 'needed', state: 'off' }]);
  expect(existsSync(marker)).toBe(false);

  expect(await answerInTerminal(started, 'no')).toContain(hostText.approveServer.message('Lab'));
  expect(await asked).toMatchObject({ ok: true, value: { servers: [{ approval: 'needed' }] } });
  expect(existsSync(marker)).toBe(false);
  const askedAgain = callFromPage(page, 'shell.approveToolServer', { id });
  await page.getByText(browserPageText.approval.title).waitFor();
  await answerInTerminal(started, 'yes');
  expect(await askedAgain).toMatchObject({ ok: true, value: { servers: [{ approval: 'given' }] } });
  await eventually(() => expect(existsSync(marker)).toBe(true));
});

/** A service that answers nothing but records what it is asked. */
function startService(authority: Authority) {
  return startServer((_seen, response) => response.writeHead(404).end(), { authority });
}

// catches a token that is sent elsewhere after an edit of the profile
test('sends a token to no other address and under no other authority than it was entered for', async () => {
  const started = await startTestBrowserShell();
  const { page } = await openWindow(started);
  const call = async <T>(route: string, input?: unknown): Promise<T> => must((await callFromPage(page, route, input)) as Result<T>);
  const [own, other] = [createAuthority('Own'), createAuthority('Other')];
  const [service, foreign] = [await startService(own), await startService(other)];
  const caFile = async (...authorities: readonly Authority[]): Promise<string> => {
    const file = path.join(started.folder, `${authorities.length}-${authorities[0] === own ? 'own' : 'other'}.pem`);
    await writeFile(file, authorities.map(({ pem }) => pem).join(''));
    return file;
  };
  const ownFile = await caFile(own);
  const first = { name: 'Lab', baseUrl: service.origin, inferenceServer: null, caFile: ownFile, catalog: [] };
  const { id } = await call<Profile>('profiles.add', { service: first, instance: null, mode: 'proxy', directRoute: 'auto' });
  const enterToken = (token: string): Promise<unknown> =>
    call('token.set', { profileId: id, token, keeping: 'until-quit', isUnchecked: true });
  const isSent = (token: string, { seen }: typeof service) => seen.some(({ headers }) => JSON.stringify(headers).includes(token));
  await enterToken('sk-first');
  await call('profiles.activate', { id });
  await eventually(() => expect(isSent('sk-first', service)).toBe(true));

  /** Edits the profile and returns whether there is a token for it now. */
  const edit = async (change: Partial<typeof first>): Promise<string> => {
    await call('profiles.change', { id, change: { service: { ...first, ...change } } });
    return (await call<{ readonly state: string }>('token.status', { profileId: id })).state;
  };
  expect(await edit({ baseUrl: foreign.origin, caFile: await caFile(other) })).toBe('not-set');
  await enterToken('sk-second');
  await eventually(() => expect(isSent('sk-second', foreign)).toBe(true));
  expect(isSent('sk-first', foreign)).toBe(false);

  const before = service.seen.length;
  expect(await edit({ caFile: await caFile(own, other) })).toBe('not-set'); // the other authority could read it
  await enterToken('sk-third');
  await eventually(() => expect(isSent('sk-third', service)).toBe(true));
  expect(isSent('sk-first', { ...service, seen: service.seen.slice(before) })).toBe(false);
  expect(await edit({})).toBe('set');
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
  const link = started.shell.createLink('anyone');
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
