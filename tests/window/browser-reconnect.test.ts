import type { Browser, BrowserContext, Page } from 'playwright/test';
import { createPageCore } from '../support/page-core.ts';
import { assignFreePorts } from '../support/assign-free-ports.ts';
import { startRelay } from '../support/relay.ts';
import { startServerProcess, type ServerProcess } from '../support/server-process.ts';
import { waitForAnswer, ask, composer, lastMessage, messagesOf, send } from '../support/window-chat.ts';
import { notebookField } from '../support/window-notebook.ts';
import { offerTool, pendingCall, saveTool, weatherTool } from '../support/window-tools.ts';
import { browserOnly, expect, freePort, goTo, quickInBrowser, test as base, useTheme } from '../support/window.ts';
import { chatText } from '../../renderer/chat/text.ts';
import { conversationsText } from '../../renderer/conversations/text.ts';
import { profilesText, setupText } from '../../renderer/connection/profiles/text.ts';
import { browserPageText } from '../../renderer/browser/text.ts';
import { helpText } from '../../renderer/help/text.ts';
import { notebookText } from '../../renderer/notebook/text.ts';
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

/** Opens a page whose connection can be taken away and given back, and another one that stays connected. */
async function openRelayed(server: RestartableServer) {
  const relayed = await freePort();
  const { link } = await server.start(['--allow-host', `127.0.0.1:${relayed}`]);
  const { port } = new URL(link);
  let network = await startRelay(Number(port), 0, relayed);
  const page = await server.openPage(link.replace(`:${port}/`, `:${relayed}/`));
  const other = await server.openPage(new URL('/', link).href);
  return {
    page,
    other,
    disconnect: async () => {
      await network.close();
      await expect(stopped(page)).toBeVisible();
    },
    reconnect: async () => {
      network = await startRelay(Number(port), 0, relayed);
      await expect(stopped(page)).toBeHidden();
    },
    close: () => network.close(),
  };
}

const firstRow = (page: Page) => page.getByRole('listbox', { name: conversationsText.title }).getByRole('option').first();

test(
  'shows the whole answer that ended while the page was disconnected (catches an answer that streams for ever)',
  testsConnection,
  async ({ server }) => {
    const { page, other, disconnect, reconnect, close } = await openRelayed(server);
    const words = numbered(3000);
    await send(page, `Say: ${words}`);
    await firstRow(other).click();
    await expect.poll(async () => (await answerText(page).innerText()).length).toBeGreaterThan(100);
    await disconnect();
    expect((await answerText(page).innerText()).length).toBeLessThan(words.length);
    await waitForAnswer(other);
    await reconnect();
    const answer = await waitForAnswer(page);
    await expect.poll(async () => (await answer.locator('.markdown').innerText()).trim()).toBe(words);
    await expect(await ask(page, 'Say: and on')).toContainText('and on');
    await close();
  },
);

test('keeps all that is typed in the Notebook while the page is disconnected', testsConnection, async ({ server }) => {
  const { page, other, disconnect, reconnect, close } = await openRelayed(server);
  await createPageCore(page).call('connection.setMode', { mode: 'direct' });
  await goTo(page, 'Notebook');
  const [field, core] = [notebookField(page), createPageCore(other)];
  /** Reads the newest text as it is saved. */
  const readSaved = async () => {
    const { conversations } = await core.call('history.list', { shelf: 'current', limit: 1 });
    const { messages } = await core.call('history.open', { id: conversations[0]?.id ?? '', at: null, limit: 1 });
    return messages.map((message) => (message.role === 'user' ? message.text : ''));
  };
  await field.fill('Typed before');
  await expect(firstRow(page)).toContainText('Typed before');
  await disconnect();
  await field.press('End');
  await page.keyboard.type(', and while it was away');
  await reconnect();
  await expect.poll(readSaved).toEqual(['Typed before, and while it was away']);

  await disconnect();
  await page.getByRole('main').getByRole('button', { name: notebookText.newText }).press('Enter');
  await field.pressSequentially('Begun while it was away');
  await reconnect();
  await expect.poll(readSaved).toEqual(['Begun while it was away']);
  await close();
});

test('shows the call that is left when another page decided the other one meanwhile', testsConnection, async ({ server }) => {
  const { page, other, disconnect, reconnect, close } = await openRelayed(server);
  await saveTool(createPageCore(page), weatherTool());
  await offerTool(page, 'find_weather');
  await send(page, 'What is the weather in Oslo and in Bergen?');
  const forms = pendingCall(page, 'find_weather');
  await expect(forms).toHaveCount(2);
  const give = async (where: Page, place: string, result: string) => {
    const form = pendingCall(where, 'find_weather').filter({ hasText: place });
    await form.getByRole('textbox', { name: chatText.toolCall.result }).fill(result);
    await form.getByRole('button', { name: chatText.toolCall.sendResult }).click();
  };
  await firstRow(other).click();
  await disconnect();
  await give(other, 'Bergen', 'rain');
  await expect(pendingCall(other, 'find_weather')).toHaveCount(1);
  await expect(forms).toHaveCount(2);
  await reconnect();
  await expect(forms).toHaveCount(1);
  await give(page, 'Oslo', 'snow');
  const answer = await waitForAnswer(page);
  await expect(answer).toContainText('snow');
  await expect(answer).toContainText('rain');
  await close();
});

test('keeps a form open whose text a reload would lose when the program was restarted', testsConnection, async ({ server }) => {
  const program = await server.start();
  const page = await server.openPage(program.link);
  await goTo(page, 'Connection');
  await page.getByRole('button', { name: profilesText.connect }).click();
  const dialog = page.getByRole('dialog', { name: setupText.titles.service });
  const field = dialog.getByRole('textbox').first();
  await field.fill('https://cloud.example.org');
  program.child.kill('SIGKILL');
  await expect(stopped(page)).toBeVisible();
  await server.start();
  await expect(page.getByText(browserPageText.outdated.title)).toBeVisible();
  await expect(field).toHaveValue('https://cloud.example.org');
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

test('reloads a page without typed text when the program was stopped and started again', testsConnection, async ({ server }) => {
  const program = await server.start();
  const page = await server.openPage(program.link);
  await goTo(page, 'Settings');
  const exit = await program.close();
  expect(exit).toBe(0);
  await expect(stopped(page)).toBeVisible();
  await restart(server, page);
});
