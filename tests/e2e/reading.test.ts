import { expect, quick, testInSharedApp, type RunningApp } from '../support/app.ts';
import { markdownText } from '../../renderer/markdown/text.ts';

/** Opens the page with every construct of an answer, and records policy violations. */
async function openSample({ electron, page }: RunningApp): Promise<() => Promise<readonly string[]>> {
  await electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.loadURL('app://causeway/gallery.html'));
  await page.getByRole('heading', { name: 'Reading' }).waitFor();
  await page.evaluate(() => {
    const violations: string[] = [];
    (globalThis as unknown as { violations: string[] }).violations = violations;
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      violations.push(`${violatedDirective} ${blockedURI}`),
    );
  });
  return () => page.evaluate(() => (globalThis as unknown as { violations: string[] }).violations);
}

testInSharedApp('highlights code in the worker and renders formulas and a diagram without a policy violation', quick, async ({ app }) => {
  const violations = await openSample(app);
  await expect(app.page.locator('.hl-keyword').first()).toBeVisible();
  await expect(app.page.locator('math').first()).toBeVisible();
  await app.page.getByRole('button', { name: markdownText.diagram.draw }).click();
  await expect(app.page.frameLocator('iframe[title="Diagram"]').locator('svg').first()).toBeVisible();
  expect(await violations()).toEqual([]);
});

testInSharedApp('gives the diagram’s frame no origin, no bridge and no network', quick, async ({ app }) => {
  await openSample(app);
  await app.page.getByRole('button', { name: markdownText.diagram.draw }).click();
  await app.page.frameLocator('iframe[title="Diagram"]').locator('svg').first().waitFor();
  const frame = app.page.frames().find((each) => each.url() === 'app://causeway/mermaid.html');
  const found = await frame?.evaluate(async () => {
    const outcome = (work: () => Promise<unknown>) =>
      work().then(
        () => 'reached',
        () => 'refused',
      );
    return {
      origin: globalThis.origin,
      hasBridge: 'causeway' in globalThis,
      own: await outcome(() => fetch('app://causeway/index.html')),
      other: await outcome(() => fetch('https://example.org/')),
    };
  });
  expect(found).toEqual({ origin: 'null', hasBridge: false, own: 'refused', other: 'refused' });
});

testInSharedApp('frames no other page, and never navigates the window to the page for diagrams', quick, async ({ app }) => {
  const violations = await openSample(app);
  await app.page.evaluate(() => {
    for (const address of ['app://causeway/index.html', 'app://causeway/crash', 'https://example.org/']) {
      const frame = document.createElement('iframe');
      frame.src = address;
      document.body.append(frame);
    }
  });
  await expect.poll(violations).toHaveLength(3);
  await app.electron.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript('location.assign("app://causeway/mermaid.html")'),
  );
  // Runs in the main process, because Playwright keeps waiting for a navigation that was denied.
  const page = await app.electron.evaluate(({ BrowserWindow }) => {
    const answer: Promise<unknown> | undefined = BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript(
      'document.body.innerText.includes("Gallery of the primitives") && location.href',
    );
    return answer;
  });
  expect(page).toBe('app://causeway/gallery.html');
});

testInSharedApp('copies code as written, and a table as values', quick, async ({ app }) => {
  await openSample(app);
  await app.page.bringToFront();
  await app.page.getByRole('button', { name: markdownText.copy, exact: true }).nth(1).click();
  await expect(app.page.getByRole('button', { name: markdownText.copied })).toBeVisible();
  expect(await app.electron.evaluate(({ clipboard }) => clipboard.readText())).toContain('import numpy as np\n\ndef f(x: float)');
  await app.page.getByRole('button', { name: markdownText.copyCsv }).click();
  await expect.poll(() => app.electron.evaluate(({ clipboard }) => clipboard.readText())).toContain('window,shows what comes,"1,204"');
});
