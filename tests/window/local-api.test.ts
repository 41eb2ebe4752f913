import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { readSavedFile } from '../support/saved-file.ts';
import { holdReplies, releaseReplies, slowBridge } from '../support/hold-replies.ts';
import type { OpenedWindow } from '../support/opened-window.ts';
import { expect, expectAccessible, goTo, quick, test } from '../support/window.ts';
import { connectionText, modelsText } from '../../renderer/connection/text.ts';
import { localApiText } from '../../renderer/connection/local-api/text.ts';

/** Opens a tab of the Connection screen, and returns the address of the local API. */
async function goToTab({ core, page }: OpenedWindow, tab: 'localApi' | 'requests'): Promise<string> {
  await goTo(page, 'Connection');
  await page.getByRole('tab', { name: connectionText.tabs[tab] }).click();
  const read = async () => (await core.call('localApi.read')).state;
  await expect.poll(async () => (await read()).kind).toBe('listening');
  const state = await read();
  return `http://127.0.0.1:${state.kind === 'listening' ? state.port : 0}/v1`;
}

test('copies the address and a snippet, each by its own button', quick, async ({ window, page }) => {
  const address = await goToTab(window, 'localApi');
  const copy = page.getByRole('button', { name: localApiText.copy, exact: true });
  await copy.first().click();
  await expect.poll(window.clipboard).toBe(address);
  await page.getByRole('combobox', { name: localApiText.snippets.program }).click();
  await page.getByRole('option', { name: /curl/i }).click();
  await copy.last().click();
  await expect.poll(window.clipboard).toContain(`curl ${address}`);
});

test('says which requests need a local key', async ({ window, page }) => {
  await goToTab(window, 'localApi');
  await expect(page.getByText(localApiText.keys.hint)).toBeVisible();
  await window.core.call('localApi.change', { keyOnDirect: 'always' });
  await expect(page.getByText(localApiText.keys.hintIfAlwaysNeeded)).toBeVisible();
});

test('accepts calls of a web page while its origin is listed', async ({ window, page }) => {
  const address = await goToTab(window, 'localApi');
  const origin = 'https://notebooks.example.org';
  const call = async () => {
    const { status, headers } = await fetch(`${address}/models`, { headers: { origin } });
    return { isRefused: status === 403, allowed: headers.get('access-control-allow-origin') };
  };
  expect(await call()).toEqual({ isRefused: true, allowed: null });
  await page.getByRole('textbox', { name: localApiText.origins.origin }).fill(`${origin}/some/page`);
  await expect(page.getByText(localApiText.origins.error)).toBeVisible();
  await page.getByRole('textbox', { name: localApiText.origins.origin }).fill(origin);
  await page.getByRole('button', { name: localApiText.origins.allow }).click();
  await expect(page.getByRole('list', { name: localApiText.origins.title })).toContainText(origin);
  await expect.poll(call).toEqual({ isRefused: false, allowed: origin });
  await page.getByRole('button', { name: localApiText.origins.remove(origin) }).click();
  await expect.poll(call).toEqual({ isRefused: true, allowed: null });
});

// Catches an origin that is allowed again because the next change was made to the list before.
test('removes two origins at once', async ({ window, core, page }) => {
  await goToTab(window, 'localApi');
  const origins = ['https://a.example.org', 'https://b.example.org', 'https://c.example.org'];
  await core.call('localApi.change', { allowedOrigins: origins });
  const list = page.getByRole('list', { name: localApiText.origins.title });
  await expect(list.getByRole('listitem')).toHaveCount(3);
  await list.evaluate((element) => {
    for (const button of [...element.querySelectorAll('button')].slice(0, 2)) button.click();
  });
  await expect(list.getByRole('listitem')).toHaveText(['https://c.example.org']);
  expect((await core.call('localApi.read')).settings.allowedOrigins).toEqual(['https://c.example.org']);
});

// Catches a change that is lost because the one before is still running.
test('makes a change that follows another one at once', async ({ window, page }) => {
  await goToTab(window, 'localApi');
  const origin = 'https://notebooks.example.org';
  await page.getByRole('textbox', { name: localApiText.origins.origin }).fill(origin);
  const allow = await page.getByRole('button', { name: localApiText.origins.allow }).elementHandle();
  const toggle = page.getByRole('switch', { name: localApiText.enable.label });
  await toggle.evaluate((element: HTMLElement, other) => {
    element.click();
    (other as HTMLElement | null)?.click();
  }, allow);
  await expect(toggle).not.toBeChecked();
  await expect(page.getByRole('list', { name: localApiText.origins.title })).toContainText(origin);
});

test(
  'keeps the name of the next key that is typed while one is created (catches typed text that is lost)',
  slowBridge,
  async ({ open }) => {
    const window = await open({ prepare: (opened) => holdReplies(opened, 'localApi.createKey') });
    const { page } = window;
    await goToTab(window, 'localApi');
    const name = page.getByRole('textbox', { name: localApiText.keys.name });
    await name.fill('Editor');
    await name.press('Enter');
    await expect(page.getByRole('list', { name: localApiText.keys.title })).toContainText('Editor');
    await name.fill('Notebook');
    await releaseReplies(page);
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(name).toHaveValue('Notebook');
  },
);

test('lists, filters, shows and exports requests live, without the key', quick, async ({ window, profile }) => {
  const { page, dialogs } = window;
  const address = await goToTab(window, 'requests');
  await expect(page.getByText(localApiText.requests.none)).toBeVisible();
  const key = 'sk-nobody-gave-this-away';
  const call = (route: string) => fetch(`${address}/${route}`, { headers: { authorization: `Bearer ${key}`, 'user-agent': 'notebook/7' } });
  await call('models');
  await call('files');
  const rows = page.getByRole('table').getByRole('row');
  await expect(rows).toHaveCount(3); // including the header
  await expectAccessible(window, 'requests');

  await page.getByRole('textbox', { name: localApiText.requests.filter }).fill('files');
  await expect(rows).toHaveCount(2);
  await page.getByRole('button', { name: 'GET /v1/files' }).click();
  const detail = page.getByRole('dialog', { name: 'GET /v1/files' });
  await expect(detail).toContainText('notebook/7');
  await page.keyboard.press('Escape');
  await expect(detail).toBeHidden();
  await page.getByRole('textbox', { name: localApiText.requests.filter }).fill('nothing like it');
  await page.getByRole('button', { name: localApiText.requests.clearFilter }).click();
  await expect(rows).toHaveCount(3);

  const file = path.join(profile, 'requests.ndjson');
  await dialogs.answer({ file });
  await page.getByRole('button', { name: localApiText.requests.export }).click();
  await page.getByRole('menuitem', { name: localApiText.requests.exportNdjson }).click();
  await expect(page.getByText(localApiText.requests.exported)).toBeVisible();
  const saved = await readSavedFile(file);
  expect(saved.trim().split('\n')).toHaveLength(2);
  expect(saved).not.toContain(key);
});

test('shows both forms of a translated request, and lets the user choose how a dialect is answered', quick, async ({ window, core }) => {
  const { page } = window;
  const address = await goToTab(window, 'requests');
  await page.getByRole('switch', { name: localApiText.requests.record(15) }).click();
  await expect.poll(async () => (await core.call('localApi.read')).recordsBodiesUntil).not.toBeNull();
  const { models } = (await core.call('connection.read')) as { readonly models: readonly { readonly id: string }[] };
  const { secret } = await core.call('localApi.createKey', { name: 'codex' });
  const body = { model: models[0]?.id, input: 'What is 6 * 7?', tools: [{ type: 'web_search' }] };
  await fetch(`${address}/responses`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${secret}` },
    body: JSON.stringify(body),
  });
  await page.getByRole('button', { name: 'POST /v1/responses' }).click();
  const { detail } = localApiText.requests;
  const dialog = page.getByRole('dialog', { name: 'POST /v1/responses' });
  await expect(dialog).toContainText(detail.translatedFrom.responses);
  await expect(dialog).toContainText('web_search');
  await expect(dialog.getByRole('region', { name: detail.sentBody })).toContainText('"messages":[{"role":"user"');
  await expect(dialog.getByRole('region', { name: detail.receivedBody })).toContainText('chat.completion');
  await expectAccessible(window, 'translated-request');
  await page.keyboard.press('Escape');

  await fetch(`${address}/messages`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${secret}` },
    body: JSON.stringify({ model: models[0]?.id, max_tokens: 50, messages: [{ role: 'user', content: 'What is 6 * 7?' }] }),
  });
  await page.getByRole('tab', { name: connectionText.tabs.models }).click();
  const row = page.getByRole('row').filter({ hasText: models[0]?.id ?? '' });
  await expect(row).toContainText(modelsText.dialects.translated(localApiText.dialects.titles.messages));
  await page.getByRole('button', { name: localApiText.requests.showLocalApi }).click();
  const field = page.getByRole('combobox', { name: localApiText.dialects.titles.messages });
  await expect(field).toContainText(localApiText.dialects.passedOn.label);
  await field.click();
  await page.getByRole('option', { name: localApiText.dialects.translated.label }).click();
  await expect.poll(async () => (await core.call('localApi.read')).settings.passedOn).toEqual([]);
});

test('lists the code assistants with the command to start each, and names a model that is unfit once', async ({ window, page }) => {
  await goToTab(window, 'localApi');
  const { programs } = localApiText;
  const list = page.getByRole('list', { name: programs.title });
  await expect(page.getByText(programs.unfitModels(['alpha-R1']))).toHaveCount(1);
  await expect(list).not.toContainText('alpha-R1');
  const row = list.getByRole('listitem').filter({ hasText: 'Claude Code' });
  await row.getByRole('button', { name: programs.copy('Claude Code') }).click();
  await expect.poll(window.clipboard).toMatch(/ launch claude --data |^npm install -g @anthropic-ai\/claude-code$/);
});

test('shows what setting up a program changes, asks outside the page, checks it and undoes it', quick, async ({ window, profile }) => {
  const { page, dialogs } = window;
  const { programs } = localApiText;
  const folder = path.join(profile, '.pi', 'agent');
  const file = path.join(folder, 'models.json');
  const before = '{\n  // mine\n  "providers": {}\n}\n';
  await mkdir(folder, { recursive: true });
  await writeFile(file, before);
  await goToTab(window, 'localApi');
  const row = page.getByRole('list', { name: programs.title }).getByRole('listitem').filter({ hasText: file });
  const setUp = row.getByRole('button', { name: programs.setUpOf('pi'), exact: true });

  await setUp.click();
  const dialog = page.getByRole('dialog', { name: programs.setUpDialog.title('pi') });
  await expect(dialog.getByRole('region', { name: programs.setUpDialog.difference })).toContainText('+     "causeway": {');
  await expectAccessible(window, 'set-up');
  await dialogs.answer({ isYes: [false] });
  await dialog.getByRole('button', { name: programs.setUpDialog.save }).click();
  await expect(dialog).toBeHidden();
  expect(await readFile(file, 'utf8')).toBe(before);

  await dialogs.answer({ isYes: [true] });
  await setUp.click();
  await dialog.getByRole('button', { name: programs.setUpDialog.save }).click();
  await expect(page.getByText(programs.isSetUp('pi'))).toBeVisible();
  const [question] = await dialogs.asked();
  expect(question?.detail).toContain(`${file}\n\n`);
  expect(question?.detail).toContain('+       "baseUrl": "http://127.0.0.1:');
  expect(await readFile(file, 'utf8')).toMatch(/\/\/ mine[^]*"apiKey": "cw-[\w-]{43}"/);

  await row.getByRole('button', { name: programs.checkOf('pi', false) }).click();
  await expect(row).toContainText(/Works: \S+ called a tool after/);
  await expectAccessible(window, 'checked');
  await row.getByRole('button', { name: programs.undoOf('pi') }).click();
  await expect(page.getByText(programs.undone('pi'))).toBeVisible();
  expect(await readFile(file, 'utf8')).toBe(before);
  expect((await readdir(folder)).filter((name) => name !== 'models.json')).toEqual([]);
});
