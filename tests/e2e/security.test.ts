import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { root } from '../../build/set-up/places.mjs';
import { expect, quick, test, testInSharedApp } from '../support/app.ts';
import { chatText } from '../../renderer/chat/text.ts';

testInSharedApp('exposes the bridge to the page, and nothing of Node or Electron', quick, async ({ app }) => {
  const found = await app.page.evaluate(() => ({
    node: ['require', 'process', 'module', 'Buffer', 'global', 'electron'].filter((name) => name in globalThis),
    bridge: Object.keys((globalThis as unknown as { causeway: object }).causeway),
  }));
  expect(found).toEqual({ node: [], bridge: ['call', 'on'] });
});

testInSharedApp('runs the window sandboxed and isolated, without unsafe web features', quick, async ({ app }) => {
  const preferences = await app.electron.evaluate(({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents as unknown as { getLastWebPreferences: () => Record<string, unknown> };
    return contents.getLastWebPreferences();
  });
  expect(preferences).toMatchObject({
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    nodeIntegrationInSubFrames: false,
    webSecurity: true,
    allowRunningInsecureContent: false,
    experimentalFeatures: false,
    webviewTag: false,
  });
  expect(preferences['nodeIntegrationInWorker'] ?? false).toBe(false);
  expect(preferences['enableBlinkFeatures'] ?? '').toBe('');
});

testInSharedApp('serves every page by the app protocol, with the policy as a header', quick, async ({ app }) => {
  expect(app.page.url()).toBe('app://causeway/index.html');
  for (const address of ['app://causeway/index.html', 'app://causeway/crash', 'app://causeway/no-such-file.html']) {
    const policy = await app.electron.evaluate(
      async ({ session }, url) => (await session.defaultSession.fetch(url)).headers.get('content-security-policy'),
      address,
    );
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self';");
    expect(policy).not.toContain('unsafe');
  }
  const outside = await app.electron.evaluate(
    async ({ session }) => (await session.defaultSession.fetch('app://causeway/../main/main.js')).status,
  );
  expect(outside).toBe(404);
});

testInSharedApp('blocks navigation by script and by link', quick, async ({ app }) => {
  // Runs in the main process, because Playwright would wait for a navigation that never happens.
  await app.electron.evaluate(({ BrowserWindow }) => {
    const denied: string[] = [];
    (globalThis as unknown as { denied: string[] }).denied = denied;
    BrowserWindow.getAllWindows()[0]?.webContents.on('will-frame-navigate', ({ defaultPrevented, url }) => {
      if (defaultPrevented) denied.push(url);
    });
  });
  const last = 'app://other/index.html'; // attempts are handled in order, so all are denied once this one is
  for (const address of ['https://example.org/', 'file:///etc/passwd', 'data:text/html,evil', 'app://causeway/crash', last]) {
    await app.electron.evaluate(
      ({ BrowserWindow }, href) =>
        BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript(`{
          const link = document.createElement('a');
          link.href = ${JSON.stringify(href)};
          document.body.append(link);
          link.click();
          location.assign(link.href);
        }`),
      address,
    );
  }
  await expect.poll(() => app.electron.evaluate(() => (globalThis as unknown as { denied: string[] }).denied)).toContain(last);
  const left = await app.electron.evaluate(async ({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents;
    return {
      address: contents?.getURL(),
      hasMain: (await contents?.executeJavaScript("document.querySelector('main') !== null")) as boolean,
    };
  });
  expect(left).toEqual({ address: 'app://causeway/index.html', hasMain: true });
});

testInSharedApp('opens no pop-up and no webview', quick, async ({ app }) => {
  const opened = await app.page.evaluate(() => {
    const view = document.createElement('webview');
    view.setAttribute('src', 'https://example.org/');
    document.body.append(view);
    return { popUp: window.open('https://example.org/'), hasWebviewApi: 'loadURL' in view };
  });
  expect(opened).toEqual({ popUp: null, hasWebviewApi: false });
  const contents = await app.electron.evaluate(
    ({ webContents }) => webContents.getAllWebContents().filter((each) => each.getType() !== 'remote').length,
  );
  expect(contents).toBe(1);
});

testInSharedApp('runs no remote script, injected markup or eval', quick, async ({ app }) => {
  const outcomes = await app.page.evaluate(async () => {
    const attempt = async (work: () => unknown): Promise<string> => {
      try {
        await work();
        return 'done';
      } catch (error) {
        return (error as Error).name;
      }
    };
    const compile = Function;
    const violation = new Promise<string>((resolve) => {
      document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
        if (blockedURI.startsWith('https:')) resolve(effectiveDirective);
      });
    });
    const address = 'https://example.org/evil.js';
    return {
      imported: await attempt(() => import(address)),
      reported: await violation,
      element: await attempt(() => document.createElement('script').setAttribute('src', address)),
      markup: await attempt(() => document.body.insertAdjacentHTML('beforeend', '<img src=x onerror=alert(1)>')),
      evaluated: await attempt(() => compile('return 1')()),
    };
  });
  expect(outcomes).toEqual({
    imported: 'TypeError',
    reported: 'script-src-elem',
    element: 'TypeError',
    markup: 'TypeError',
    evaluated: 'EvalError',
  });
});

testInSharedApp('reaches no network, not even this machine', quick, async ({ app }) => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.setHeader('access-control-allow-origin', '*').end('hello');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const address = `http://127.0.0.1:${port}`;
  const blocked = await app.page.evaluateHandle((target) => {
    const addresses: string[] = [];
    document.addEventListener('securitypolicyviolation', ({ blockedURI }) => addresses.push(blockedURI));
    new Image().src = `${target}/image`;
    navigator.sendBeacon(`${target}/beacon`, 'x');
    fetch(`${target}/fetch`).catch(() => undefined);
    return addresses;
  }, address);
  const everyAddress = [`${address}/beacon`, `${address}/fetch`, `${address}/image`];
  await expect.poll(() => blocked.evaluate((addresses) => addresses.toSorted())).toEqual(everyAddress);
  server.close();
  expect(asked).toEqual([]);
});

testInSharedApp('denies every permission except writing to the clipboard', quick, async ({ app }) => {
  const answers = await app.page.evaluate(async () => {
    const outcome = async (work: () => Promise<unknown>): Promise<string> =>
      work().then(
        () => 'granted',
        () => 'denied',
      );
    return {
      microphone: await outcome(() => navigator.mediaDevices.getUserMedia({ audio: true })),
      camera: await outcome(() => navigator.mediaDevices.getUserMedia({ video: true })),
      screen: await outcome(() => navigator.mediaDevices.getDisplayMedia()),
      place: await outcome(() => new Promise((resolve, reject) => navigator.geolocation.getCurrentPosition(resolve, reject))),
      clipboardRead: await outcome(() => navigator.clipboard.readText()),
      notification: await Notification.requestPermission(),
    };
  });
  expect(answers).toEqual({
    microphone: 'denied',
    camera: 'denied',
    screen: 'denied',
    place: 'denied',
    clipboardRead: 'denied',
    notification: 'denied',
  });
  await app.page.bringToFront();
  expect(await app.page.evaluate(() => navigator.clipboard.writeText('copied').then(() => 'granted'))).toBe('granted');
});

testInSharedApp('rejects malformed, unknown and ill-typed messages, and the window keeps working', quick, async ({ app }) => {
  const answers = await app.page.evaluate(async () => {
    const { causeway } = globalThis as unknown as { causeway: { call: (message: unknown) => Promise<{ ok: boolean }> } };
    const messages: unknown[] = [
      null,
      'settings.read',
      { kind: 'call', id: 1 },
      { kind: 'call', id: 2, route: 'core.dispose', input: undefined },
      { kind: 'call', id: 3, route: 'constructor', input: undefined },
      { kind: 'call', id: 4, route: 'settings.change', input: { theme: 'javascript:' } },
      { kind: 'call', id: 5, route: 'settings.read', input: undefined },
    ];
    return Promise.all(messages.map(async (message) => (await causeway.call(message)).ok));
  });
  expect(answers).toEqual([false, false, false, false, false, false, true]);
});

testInSharedApp('rejects messages from a sub-frame or another origin', quick, async ({ app }) => {
  const answers = await app.electron.evaluate(
    async ({ BrowserWindow, session }, preload) => {
      const ask = "causeway.call({ kind: 'call', id: 1, route: 'settings.read', input: undefined }).then(({ ok }) => ok)";
      const otherOrigin = new BrowserWindow({ show: false, webPreferences: { preload, sandbox: true } });
      await otherOrigin.loadURL('data:text/html,<p>other</p>');
      const fromOtherOrigin: unknown = await otherOrigin.webContents.executeJavaScript(ask);

      // Disables policy, guard and preferences, which each keep the bridge out of a frame, to test the sender check alone.
      const unguarded = session.fromPartition('unguarded');
      unguarded.protocol.handle('app', ({ url }) => {
        const html = url.endsWith('inner.html') ? '<p>inner</p>' : '<iframe src="inner.html"></iframe>';
        return new Response(html, { headers: { 'content-type': 'text/html' } });
      });
      const framed = new BrowserWindow({
        show: false,
        webPreferences: { preload, sandbox: true, nodeIntegrationInSubFrames: true, session: unguarded },
      });
      framed.webContents.removeAllListeners('will-frame-navigate');
      await framed.loadURL('app://causeway/outer.html');
      const fromTop: unknown = await framed.webContents.executeJavaScript(ask);
      const fromFrame: unknown = await framed.webContents.mainFrame.frames[0]?.executeJavaScript(ask);
      otherOrigin.destroy();
      framed.destroy();
      return { fromOtherOrigin, fromTop, fromFrame };
    },
    path.join(root, 'build/out/preload/preload.cjs'),
  );
  expect(answers).toEqual({ fromOtherOrigin: false, fromTop: true, fromFrame: false });
});

test('opens links of https only', quick, async ({ app }) => {
  await app.electron.evaluate(({ shell }) => {
    const opened: string[] = [];
    (globalThis as unknown as { opened: string[] }).opened = opened;
    shell.openExternal = (url) => {
      opened.push(url);
      return Promise.resolve();
    };
  });
  const openLink = (url: string): Promise<boolean> =>
    app.page.evaluate(async (address) => {
      const { causeway } = globalThis as unknown as { causeway: { call: (message: unknown) => Promise<{ ok: boolean }> } };
      return (await causeway.call({ kind: 'call', id: 90, route: 'shell.openLink', input: { url: address } })).ok;
    }, url);

  expect(await openLink('file:///etc/passwd')).toBe(false);
  expect(await openLink('https://example.org/clicked')).toBe(true);
  const opened = await app.electron.evaluate(() => (globalThis as unknown as { opened: string[] }).opened);
  expect(opened).toEqual(['https://example.org/clicked']);
});

testInSharedApp('raises no policy violation in normal use', quick, async ({ app }) => {
  await app.page.evaluate(() => {
    const seen: string[] = [];
    (globalThis as unknown as { seen: string[] }).seen = seen;
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      seen.push(`${violatedDirective} ${blockedURI}`),
    );
  });
  for (const key of [
    'ControlOrMeta+2',
    'ControlOrMeta+3',
    'ControlOrMeta+4',
    'ControlOrMeta+5',
    'ControlOrMeta+6',
    'ControlOrMeta+7',
    'ControlOrMeta+1',
    'ControlOrMeta+k',
    'Escape',
    'ControlOrMeta+b',
  ])
    await app.page.keyboard.press(key);
  await app.page.getByRole('textbox', { name: chatText.composer.message }).fill('hello');
  expect(await app.page.evaluate(() => (globalThis as unknown as { seen: string[] }).seen)).toEqual([]);
});
