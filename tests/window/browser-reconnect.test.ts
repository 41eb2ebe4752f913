import type { Browser, BrowserContext, Page } from 'playwright/test';
import { createPageCore } from '../support/page-core.ts';
import { assignFreePorts } from '../support/assign-free-ports.ts';
import { startRelay } from '../support/relay.ts';
import { startServerProcess, type ServerProcess } from '../support/server-process.ts';
import { waitForAnswer, ask, composer, lastMessage, messagesOf, send } from '../support/window-chat.ts';
import { browserOnly, expect, freePort, goTo, quickInBrowser, test as base, useTheme } from '../support/window.ts';
import { chatText } from '../../renderer/chat/text.ts';
import { conversationsText } from '../../renderer/conversations/text.ts';
import { profilesText, setupText } from '../../renderer/connection/profiles/text.ts';
import { browserPageText } from '../../renderer/browser/text.ts';
import { helpText } from '../../renderer/help/text.ts';
import { layoutText } from '../../renderer/layout/text.ts';

const testsConnection = browserOnly('it is about the connection between a page and its program');

/** Starts and restarts the program on the same data, and opens pages in one browser. */
interface RestartableServer {
  readonly start: (options?: readonly string[], demoSpeed?: string) => Promise<ServerProcess>;
  readonly openPage: (link: string) => Promise<Page>;
  readonly context: BrowserContext;
}

const test = base.extend<{ readonly server: RestartableServer }>({
  server: async ({ chromiumBrowser, profile }, use) => {
    await assignFreePorts(profile);
    const port = await freePort();
    const programs: ServerProcess[] = [];
    const environment = { PATH: process.env['PATH'], HOME: profile, SHELL: '', SSH_AUTH_SOCK: '', DBUS_SESSION_BUS_ADDRESS: 'disabled:' };
    const context = await (chromiumBrowser as Browser).newContext({
      viewport: { width: 1280, height: 800 },
      permissions: ['clipboard-read', 'clipboard-write'],
    }); // this project has a browser
    await use({
      context,
      start: async (options = [], demoSpeed = 'real') => {
        const program = await startServerProcess(['--data', profile, '--browser-port', String(port), ...options], {
          ...environment,
          CAUSEWAY_DEMO_SPEED: demoSpeed,
        });
        programs.push(program);
        return program;
      },
      openPage: async (link) => {
        const page = await context.newPage();
        await page.goto(link);
        await page.getByRole('navigation', { name: layoutText.sections.label }).waitFor();
        return page;
      },
    });
    await context.close();
    for (const program of programs) await program.close();
  },
});

const stopped = (page: Page) => page.getByText(browserPageText.stopped.title);
/** Starts the program again, and waits until the page has been loaded again. Before that its banner may already have changed. */
async function restart({ start }: RestartableServer, page: Page): Promise<void> {
  await Promise.all([page.waitForEvent('load'), start()]);
  await expect(stopped(page)).toBeHidden();
  await expect(page.getByText(browserPageText.restarted.title)).toBeHidden();
  await expect(page.getByRole('navigation', { name: layoutText.sections.label })).toBeVisible();
}
/** Returns the text of the last message, which must be an answer: a message of the user has no such element. */
const answerText = (page: Page) => lastMessage(page).locator('.markdown');
/** Numbers the words, so that a lost, doubled or moved one is noticed. */
const numbered = (characters: number): string => {
  let text = '';
  for (let index = 0; text.length < characters; index += 1) text += `${index === 0 ? '' : ' '}w${index}`;
  return text;
};

test(
  'continues by itself when the program is killed and restarted, without losing typed text',
  quickInBrowser(testsConnection),
  async ({ server }) => {
    const program = await server.start();
    const page = await server.openPage(program.link);
    await ask(page, 'Say: before the fall');
    await composer(page).fill('half a thought');
    program.child.kill('SIGKILL');
    await expect(stopped(page)).toBeVisible();
    await composer(page).fill('half a thought, and more');
    await expect(page.getByText('before the fall').first()).toBeVisible(); // the text stays readable
    await restart(server, page);
    await expect(composer(page)).toHaveValue('half a thought, and more');
    await expect(messagesOf(page, chatText.message.you)).toContainText('before the fall');
    await composer(page).fill('');
    await expect(await ask(page, 'Say: after the fall')).toContainText('after the fall');
  },
);

test('keeps the partial answer when the program is killed', testsConnection, async ({ server }) => {
  const program = await server.start();
  const page = await server.openPage(program.link);
  const words = numbered(20_000);
  await send(page, `Say: ${words}`);
  const text = answerText(page);
  await expect.poll(async () => (await text.innerText()).length).toBeGreaterThan(1000); // a slow disk saves later than the page shows it
  program.child.kill('SIGKILL');
  await expect(stopped(page)).toBeVisible();
  await restart(server, page);
  const saved = await text.innerText();
  expect(saved.length).toBeGreaterThan(100);
  expect(words.startsWith(saved)).toBe(true);
});

test('reports a suspended program as not answering, and continues when it resumes', testsConnection, async ({ server }) => {
  const program = await server.start();
  const page = await server.openPage(program.link);
  const words = numbered(6000);
  await send(page, `Say: ${words}`);
  await expect.poll(async () => (await answerText(page).innerText()).length).toBeGreaterThan(200);
  program.child.kill('SIGSTOP');
  await composer(page).fill('asked in its sleep');
  await expect(page.getByText(browserPageText.notAnswering.title)).toBeVisible();
  await new Promise((resolve) => setTimeout(resolve, 25_000)); // longer than the interval of the program's pings
  program.child.kill('SIGCONT');
  await expect(page.getByText(browserPageText.notAnswering.title)).toBeHidden();
  await expect(composer(page)).toHaveValue('asked in its sleep');
  const answer = await waitForAnswer(page);
  expect((await answer.locator('.markdown').innerText()).trim()).toBe(words);
});

test('shows the same in two tabs, during and after an answer', testsConnection, async ({ server }) => {
  const { link } = await server.start();
  const first = await server.openPage(link);
  const second = await server.openPage(new URL('/', link).href);
  await ask(first, 'Say: seen by both');
  const row = second.getByRole('listbox', { name: conversationsText.title }).getByRole('option').first();
  await row.click();
  await expect(messagesOf(second, chatText.message.you)).toContainText('seen by both');
  const words = numbered(3000);
  await send(first, `Say: ${words}`);
  await expect.poll(async () => (await answerText(second).innerText()).length).toBeGreaterThan(200);
  const [here, there] = [await waitForAnswer(first), await waitForAnswer(second)];
  await expect.poll(async () => (await there.locator('.markdown').innerText()).trim()).toBe(words);
  await expect.poll(async () => (await here.locator('.markdown').innerText()).trim()).toBe(words);
  await useTheme({ core: createPageCore(first), page: first }, 'dark');
  await expect(second.locator('html')).toHaveAttribute('data-theme', 'dark');
});

test('delivers 100,000 characters when the page is disconnected three times', testsConnection, async ({ server }) => {
  const relayed = await freePort();
  const program = await server.start(['--allow-host', `127.0.0.1:${relayed}`], '2000');
  const { port } = new URL(program.link);
  const network = await startRelay(Number(port), 0, relayed);
  try {
    const page = await server.openPage(program.link.replace(`:${port}/`, `:${relayed}/`));
    const words = numbered(100_000);
    await send(page, `Say: ${words}`);
    const length = async () => (await answerText(page).innerText()).length;
    const isComplete = () => lastMessage(page).getByRole('list', { name: chatText.answer.details }).isVisible();
    let before = 0;
    let interruptions = 0;
    for (let cut = 0; cut < 3; cut += 1) {
      // little, because a slow page gets the rest of the answer in few steps, or in one
      await expect.poll(async () => (await length()) > before + 1000 || (await isComplete()), `before cut ${cut}`).toBe(true);
      before = await length();
      const connections = network.connections();
      network.cut();
      if (!(await isComplete())) interruptions += 1;
      await expect.poll(network.connections, `after cut ${cut}`).toBeGreaterThan(connections);
    }
    expect(interruptions).toBeGreaterThan(0);
    const answer = await waitForAnswer(page);
    await answer.getByRole('button', { name: chatText.answer.copy }).click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(words);
  } finally {
    await network.close();
  }
});

test('keeps the help below its banner in a narrow window', testsConnection, async ({ server }) => {
  const program = await server.start();
  const page = await server.openPage(program.link);
  await page.setViewportSize({ width: 900, height: 600 });
  await page.keyboard.press('F1');
  const panel = page.getByRole('complementary', { name: helpText.title });
  await expect(panel).toBeVisible();
  program.child.kill('SIGKILL');
  await expect(stopped(page)).toBeVisible();
  await panel.getByRole('button', { name: helpText.close }).click();
  await expect(panel).toHaveCount(0);
});

test('keeps dialogs below its banner', testsConnection, async ({ server }) => {
  const program = await server.start();
  const page = await server.openPage(program.link);
  await page.setViewportSize({ width: 900, height: 400 });
  await goTo(page, 'Connection');
  await page.getByRole('button', { name: profilesText.connect }).click();
  const dialog = page.getByRole('dialog', { name: setupText.titles.service });
  await expect(dialog).toBeVisible();
  program.child.kill('SIGKILL');
  await expect(stopped(page)).toBeVisible();
  const banner = await page.locator('.browser-banners').boundingBox();
  await expect.poll(async () => (await dialog.boundingBox())?.y).toBeGreaterThanOrEqual((banner?.y ?? 0) + (banner?.height ?? 0));
});

test(
  'reloads a page without typed text when the program was stopped and started again',
  quickInBrowser(testsConnection),
  async ({ server }) => {
    const program = await server.start();
    const page = await server.openPage(program.link);
    await goTo(page, 'Settings');
    const exit = await program.close();
    expect(exit).toBe(0);
    await expect(stopped(page)).toBeVisible();
    await restart(server, page);
  },
);
