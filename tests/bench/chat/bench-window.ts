import { mkdtemp, readFile, rm } from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { chromium, type CDPSession, type Page } from 'playwright';
import { root } from '../../../build/set-up/places.mjs';
import { contentSecurityPolicy } from '../../../electron/host/content-security-policy.ts';
import { pageOrigin } from '../../../electron/shell/origin.ts';
import { launchApp } from '../../support/app.ts';

/** The page with the stage, wherever it runs. */
export interface BenchWindow {
  readonly page: Page;
  readonly debug: CDPSession;
  /** What the figures were measured in. */
  readonly where: string;
  /** Loads the page anew. */
  readonly reload: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Opens the product's own window; where there is none, CHROMIUM names a browser that stands in for it. */
export async function openBenchWindow(): Promise<BenchWindow> {
  const browser = process.env['CHROMIUM'];
  return browser === undefined ? inElectron() : inBrowser(browser);
}

async function inElectron(): Promise<BenchWindow> {
  const profile = await mkdtemp(path.join(os.tmpdir(), 'causeway-bench-'));
  const electron = await launchApp(profile);
  const page = await electron.firstWindow();
  await page.waitForLoadState(); // what loads would be broken off by the page below, and that be told of the latter
  return {
    page,
    debug: await electron.context().newCDPSession(page),
    where: 'the window',
    reload: async () => {
      await electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.loadURL('app://causeway/bench.html'));
      await page.getByRole('textbox', { name: 'Message' }).waitFor();
    },
    close: async () => {
      await electron.close();
      await rm(profile, { recursive: true, force: true });
    },
  };
}

const types: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };

/** The built pages over http under the same policy, in a browser without a window. */
async function inBrowser(executablePath: string): Promise<BenchWindow> {
  const pages = process.env['PAGES'] ?? path.join(root, 'build/out/renderer');
  const server = http.createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    readFile(path.join(pages, path.normalize(pathname))).then(
      (body) =>
        response
          .writeHead(200, {
            'content-type': types[path.extname(pathname)] ?? 'application/octet-stream',
            'content-security-policy': contentSecurityPolicy(pageOrigin),
          })
          .end(body),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // listening on TCP
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  const page = await browser.newPage({ viewport: { width: 1100, height: 800 } });
  return {
    page,
    debug: await page.context().newCDPSession(page),
    where: `${browser.browserType().name()} ${browser.version()} without a window, which stands in for the product's`,
    reload: async () => {
      await page.goto(`http://127.0.0.1:${port}/bench.html`);
      await page.getByRole('textbox', { name: 'Message' }).waitFor();
    },
    close: async () => {
      await browser.close();
      server.close();
    },
  };
}
