/** @module-tag long */
import { spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { chromium, type Browser, type Locator, type Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { findChromium } from '../../../build/steps/find-chromium.ts';
import { ask } from '../../support/browser-shell.ts';
import { chatGptExport } from '../../support/chatgpt-export.ts';
import { freePort } from '../../support/free-port.ts';
import { assignFreePorts } from '../../support/assign-free-ports.ts';
import { must } from '../../support/must.ts';
import { readUntil } from '../../support/read-until.ts';
import { waitOptions } from '../../support/wait-options.ts';
import { serverProgram, startServerProcess } from '../../support/server-process.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { nginxProgram, proxyHost, startNginx, type NginxOptions } from './nginx.ts';
import { approveFlags } from '../../../electron/browser/options.ts';
import { browserText } from '../../../electron/browser/text.ts';
import type { Result } from '../../../electron/contract/failure.ts';
import type { Toolbox } from '../../../electron/contract/tool.ts';
import { hostText } from '../../../electron/host/text.ts';
import { chatText } from '../../../renderer/chat/text.ts';
import { conversationsText } from '../../../renderer/conversations/text.ts';
import { markdownText } from '../../../renderer/markdown/text.ts';
import { browserPageText } from '../../../renderer/browser/text.ts';
import { layoutText } from '../../../renderer/layout/text.ts';

const basePath = '/user/me/causeway/';
const isRootOnLinux = process.platform === 'linux' && process.getuid?.() === 0;
const chromiumPath = findChromium();
let browser: Browser;

beforeAll(async () => {
  if (nginxProgram === undefined || chromiumPath === undefined) return;
  const rules = [`--host-resolver-rules=MAP ${proxyHost} 127.0.0.1`, '--disable-gpu', '--no-first-run'];
  browser = await chromium.launch({
    executablePath: chromiumPath,
    args: [...rules, ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
  });
});
afterAll(async () => {
  await browser?.close();
});

/** The built program behind a reverse proxy, at the origin that browsers use. `link` is without the proxy. */
type Proxied = Awaited<ReturnType<typeof startProxied>>;

async function startProxied(nginx: Omit<NginxOptions, 'to'>, flags: (host: string) => readonly string[]) {
  const profile = await temporaryFolder();
  await assignFreePorts(profile);
  const environment = { PATH: process.env['PATH'], HOME: profile, SHELL: '', SSH_AUTH_SOCK: '' };
  const port = await freePort();
  const origin = await startNginx({ ...nginx, to: port });
  const words = ['--data', profile, '--browser-port', String(port), '--base-path', basePath, ...flags(new URL(origin).host)];
  const program = await startServerProcess(words, environment);
  onTestFinished(async () => void (await program.close()));
  /** Answers the pending questions at a terminal, and returns its output. */
  const approve = async (answer: string): Promise<string> => {
    const child = spawn(process.execPath, [serverProgram, '--browser', '--approve', '--data', profile], {
      env: environment,
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    child.stdin.end(`${answer}\n`);
    return text(child.stdout);
  };
  if (!program.child.stdout) throw new Error('The program has no output.');
  return { origin, port, link: program.link, data: profile, output: program.child.stdout, approve };
}

const allowed = (host: string): readonly string[] => ['--allow-host', host];

/** Opens the link through the proxy, and waits until the window can be used. */
async function openWindow({ origin, link }: Proxied): Promise<Page> {
  const page = await open(`${origin}${basePath}open${new URL(link).hash}`);
  expect(page.url()).toBe(`${origin}${basePath}`);
  return page;
}

async function open(link: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ignoreHTTPSErrors: true });
  onTestFinished(() => context.close());
  context.setDefaultTimeout(waitOptions.timeout);
  const page = await context.newPage();
  await page.goto(link);
  await page.getByRole('navigation', { name: layoutText.sections.label }).waitFor();
  return page;
}

const answers = (page: Page): Locator => page.getByRole('log', { name: chatText.list.label }).getByRole('article').last();

async function send(page: Page, message: string): Promise<void> {
  await page.getByRole('textbox', { name: chatText.composer.message }).fill(message);
  await page.getByRole('button', { name: chatText.send, exact: true }).click();
}

/** Sends a question to the demo, and waits until its answer is complete. */
async function converse(page: Page, message: string): Promise<Locator> {
  await send(page, message);
  const answer = answers(page);
  await answer.getByRole('list', { name: chatText.answer.details }).waitFor();
  return answer;
}

describe.skipIf(nginxProgram === undefined || chromiumPath === undefined)('behind nginx', () => {
  // catches an address without the prefix, and features that need a secure context
  test.each([
    ['keeps', true],
    ['removes', false],
  ])('runs the whole window through a proxy that %s the prefix', async (_, hasPrefixKept) => {
    const page = await openWindow(await startProxied({ hasPrefixKept }, allowed));
    const words = Array.from({ length: 250 }, (__, index) => `w${index}`).join(' ');
    await send(page, `Say: ${words}`);
    const reading = answers(page).locator('.markdown');
    await expect.poll(async () => (await reading.innerText()).length).toBeGreaterThan(100);
    await page.reload();
    await answers(page).getByRole('list', { name: chatText.answer.details }).waitFor();
    await expect.poll(() => reading.innerText()).toBe(words);

    await drawDiagram(page);

    await page.getByRole('button', { name: conversationsText.menu.label }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: conversationsText.files.exportAs('markdown') }).click();
    expect(await readFile(await (await download).path(), 'utf8')).toContain('w249');
  });

  test('uploads a file larger than nginx’s default limit', async () => {
    const page = await openWindow(await startProxied({}, allowed));
    const file = path.join(await temporaryFolder(), 'conversations.json');
    const exported = chatGptExport({ title: 'Uploaded', question: 'How long?', answer: 'long '.repeat(500_000), model: 'any' });
    await writeFile(file, JSON.stringify(exported));
    await importFile(page, file);
    await expect.poll(() => page.getByRole('option', { name: 'Uploaded' }).count()).toBe(1);
  });

  test('reports on the page that a proxy rejected a file’s size', async () => {
    const change = (block: string): string => block.replace('client_max_body_size 0', 'client_max_body_size 1k');
    const page = await openWindow(await startProxied({ change }, allowed));
    const file = path.join(await temporaryFolder(), 'conversations.json');
    await writeFile(file, `"${'x'.repeat(3_000)}"`);
    await importFile(page, file);
    const dialog = page.getByRole('dialog', { name: browserPageText.upload.failed('conversations.json') });
    expect(await dialog.innerText()).toContain(browserPageText.upload.tooLarge);
  });

  test('uses https, wss and Secure cookies with TLS', async () => {
    const proxied = await startProxied({ isTls: true }, allowed);
    const page = await openWindow(proxied);
    const channel = page.waitForEvent('websocket');
    await page.reload();
    expect((await channel).url()).toBe(`${proxied.origin.replace('https', 'wss')}${basePath}channel`);
    await (await converse(page, 'Say: over TLS')).getByText('over TLS').waitFor();
    const cookies = await page.context().cookies();
    // no cookie for the host's other users, who may own the neighbouring paths
    expect(cookies).toMatchObject([{ name: `causeway-${proxied.port}`, path: basePath, secure: true, httpOnly: true, sameSite: 'Strict' }]);
  });

  // catches a cookie and a policy for the prefix only
  test('accepts the local link without the prefix, too', async () => {
    const { link, port } = await startProxied({}, allowed);
    const page = await open(link);
    expect(page.url()).toBe(`http://127.0.0.1:${port}/`);
    await drawDiagram(page);
  });

  test('rejects a host name that is not allowed, and names the flag that would allow it', async () => {
    const { origin } = await startProxied({}, () => ['--allow-host', 'other.test']);
    const through = origin.replace(proxyHost, '127.0.0.1');
    const { status, body } = await ask(through, basePath, { headers: { host: new URL(origin).host } });
    expect(status).toBe(421);
    expect(body).toContain('--allow-host');
  });

  test.runIf(isRootOnLinux)('accepts a proxy of another user only if that user is allowed', async () => {
    const { origin } = await startProxied({ user: 'www-data' }, allowed);
    const refused = await ask(origin.replace(proxyHost, '127.0.0.1'), basePath, { headers: { host: new URL(origin).host } });
    expect(refused.status).toBe(403);
    expect(refused.body).toContain('--allow-user');

    const page = await openWindow(await startProxied({ user: 'www-data' }, (host) => [...allowed(host), '--allow-user', 'www-data']));
    await (await converse(page, 'Say: by another user')).getByText('by another user').waitFor();
  });

  test('asks for approval at a second terminal, and says so in its output and in the window', async () => {
    const proxied = await startProxied({}, allowed);
    const page = await openWindow(proxied);
    const call = <T>(route: string, input: unknown): Promise<Result<T>> =>
      page.evaluate(
        (request) => (window as unknown as { causeway: { call: (request: unknown) => Promise<Result<never>> } }).causeway.call(request),
        { kind: 'call', id: 9_000_001, route, input },
      );
    const banner = page.getByText(browserPageText.approval.title);
    const server = { name: 'Lab', transport: { kind: 'stdio', argv: ['true'] }, isEnabled: false };
    const id = must(await call<Toolbox>('tools.putServer', { id: null, server })).servers[0]?.id;
    for (const [typed, approval] of [
      ['no', 'needed'],
      ['yes', 'given'],
    ] as const) {
      const said = readUntil(proxied.output, (text) => text.includes(browserText.approve.waiting(approveFlags(proxied.data, ''))));
      const asked = call<Toolbox>('shell.approveToolServer', { id });
      await banner.waitFor();
      await said;
      expect(await page.getByText(approveFlags(proxied.data, '')).isVisible()).toBe(true);
      expect(await proxied.approve(typed)).toContain(hostText.approveServer.message('Lab'));
      expect(must(await asked).servers).toMatchObject([{ approval }]);
      await banner.waitFor({ state: 'hidden' });
    }
    expect(await proxied.approve('yes')).toContain(browserText.approve.nothing);
  });
});

async function drawDiagram(page: Page): Promise<void> {
  const answer = await converse(page, 'Show me a table, some code, a formula and a diagram');
  await answer.getByRole('button', { name: markdownText.diagram.draw }).click();
  await answer.locator('iframe').contentFrame().locator('svg').waitFor();
}

async function importFile(page: Page, file: string): Promise<void> {
  page.on('filechooser', (chooser) => void chooser.setFiles(file));
  // the page asks for another click if the one below is too old for a file chooser
  const choose = page.locator('.ui-dialog-actions').getByRole('button', { name: browserPageText.upload.choose });
  void choose.click({ timeout: 0 }).catch(() => undefined); // until the page is closed
  await page.getByRole('button', { name: conversationsText.files.menu }).click();
  await page.getByRole('menuitem', { name: conversationsText.files.import }).click();
}
