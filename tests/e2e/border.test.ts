import { readdirSync } from 'node:fs';
import path from 'node:path';
import { root } from '../../build/set-up/places.mjs';
import type { EventName } from '../../electron/contract/events.ts';
import { ipcChannel } from '../../electron/contract/ipc.ts';
import { routes } from '../../electron/contract/routes.ts';
import { expect, quick, test, testInSharedApp, type RunningApp } from '../support/app.ts';

/** All events of the main process. The compiler keeps the list complete. */
const events: Readonly<Record<Exclude<EventName, 'link.restored'>, true>> = {
  'settings.changed': true,
  'notices.changed': true,
  'connection.changed': true,
  'questions.changed': true,
  'profiles.changed': true,
  'connectionCheck.changed': true,
  'localApi.changed': true,
  'localApi.requests': true,
  'history.changed': true,
  'history.purged': true,
  'history.progress': true,
  'chat.message': true,
  'chat.progress': true,
  'notebook.scoring': true,
  'chat.turns': true,
  'runs.changed': true,
  'runs.deleted': true,
  'tools.changed': true,
  'library.changed': true,
  'window.command': true,
};

/** Defines `sample` and `isSample` in the page, so that nothing passes the border between the page and the test runner. */
async function defineSample({ page }: RunningApp, byteLength: number): Promise<void> {
  await page.evaluate((length) => {
    const bytes = new Uint8Array(length).map((_, index) => index % 251);
    const sample = { text: 'ü😀\u2028', nothing: undefined, none: null, list: [1.5, undefined, -0], date: new Date(0), nested: { bytes } };
    const isSame = (one: unknown, other: unknown): boolean => {
      if (typeof one !== 'object' || one === null || typeof other !== 'object' || other === null) return Object.is(one, other);
      if (Object.getPrototypeOf(one) !== Object.getPrototypeOf(other)) return false;
      if (one instanceof Date && other instanceof Date) return one.getTime() === other.getTime();
      if (one instanceof Uint8Array && other instanceof Uint8Array)
        return one.length === other.length && one.every((byte, at) => byte === other[at]);
      const [keys, otherKeys] = [Object.keys(one), Object.keys(other)];
      return keys.length === otherKeys.length && keys.every((key) => isSame(Reflect.get(one, key), Reflect.get(other, key)));
    };
    Object.assign(globalThis, { sample, isSample: (value: unknown) => isSame(value, sample) });
  }, byteLength);
}

/** Bytes in the sample: few for each of many messages, and as many as a large file. */
const [smallLength, largeLength] = [1000, 5_000_000];

interface Page {
  readonly causeway: { readonly call: (request: unknown) => Promise<unknown>; readonly on: (listener: (batch: unknown) => void) => void };
  readonly sample: unknown;
  readonly isSample: (value: unknown) => boolean;
}

test('passes the input and the result of every route unchanged', quick, async ({ app }) => {
  await defineSample(app, smallLength);
  await app.electron.evaluate(({ ipcMain }, channel) => {
    ipcMain.removeHandler(channel);
    ipcMain.handle(channel, (_event, request) => request);
  }, ipcChannel);
  const findUnchanged = (names: readonly string[]) =>
    app.page.evaluate(async (all) => {
      const { causeway, sample, isSample } = globalThis as unknown as Page;
      const passed: string[] = [];
      for (const [id, route] of all.entries()) {
        const echo = (await causeway.call({ kind: 'call', id, route, input: sample })) as {
          readonly route: string;
          readonly input: unknown;
        };
        if (echo.route === route && isSample(echo.input)) passed.push(route);
      }
      return passed;
    }, names);
  const names = Object.keys(routes);
  expect(await findUnchanged(names)).toEqual(names);
  await defineSample(app, largeLength);
  expect(await findUnchanged(names.slice(0, 1))).toEqual(names.slice(0, 1));
});

test('passes every event unchanged and in order', quick, async ({ app }) => {
  await defineSample(app, smallLength);
  await app.page.evaluate(() => {
    const { causeway, isSample } = globalThis as unknown as Page;
    const received: string[] = [];
    Object.assign(globalThis, { received });
    causeway.on((batch) => {
      for (const { event, payload } of batch as readonly { readonly event: string; readonly payload: unknown }[]) {
        if (isSample(payload)) received.push(event);
      }
    });
  });
  const names = Object.keys(events);
  // The main process gets the sample from the page, because the runner would change it.
  await app.electron.evaluate(
    async ({ BrowserWindow, ipcMain }, { channel, all }) => {
      ipcMain.removeHandler(channel);
      const sent = new Promise<void>((resolve) => {
        ipcMain.handle(channel, (event, request: { readonly input: unknown }) => {
          for (const name of all) event.sender.send(channel, [{ event: name, payload: request.input }]);
          resolve();
        });
      });
      void BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript(
        "causeway.call({ kind: 'call', id: 1, route: 'x', input: sample })",
      );
      await sent;
    },
    { channel: ipcChannel, all: names },
  );
  await expect.poll(() => app.page.evaluate(() => (globalThis as unknown as { received: string[] }).received)).toEqual(names);
});

/** The scripts of pages, which open something when they are loaded. */
const opensPage = /^(index|main|start|gallery|bench|mermaid)-/;
/** The scripts of workers. There is one, which `reading.test.ts` runs. */
const isWorker = /^highlight-worker-/;

testInSharedApp('loads every chunk by the app protocol, without a complaint', quick, async ({ app }) => {
  const scripts = readdirSync(path.join(root, 'build/out/renderer/assets')).filter((name) => name.endsWith('.js'));
  const chunks = scripts.filter((name) => !opensPage.test(name) && !isWorker.test(name));
  expect(scripts.filter((name) => name.includes('worker'))).toHaveLength(1);
  expect(chunks.length).toBeGreaterThan(50);
  const complaints = await app.page.evaluate(async (names) => {
    const found: string[] = [];
    document.body.append(Object.assign(document.createElement('div'), { id: 'diagram' })); // the diagram's frame has one
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      found.push(`${violatedDirective} ${blockedURI}`);
    });
    for (const name of names) {
      await import(`app://causeway/assets/${name}`).catch((error: unknown) => found.push(`${name}: ${String(error)}`));
    }
    return found;
  }, chunks);
  expect(complaints).toEqual([]);
});
