import path from 'node:path';
import { readSavedFile } from '../support/saved-file.ts';
import { context } from '../support/call-context.ts';
import { must } from '../support/must.ts';
import type { OpenedWindow } from '../support/opened-window.ts';
import { expect, expectAccessible, goTo, test } from '../support/window.ts';

/** Opens a tab of the Connection screen, and returns the local address. */
async function goToTab({ core, page }: OpenedWindow, tab: 'Local address' | 'Requests'): Promise<string> {
  await goTo(page, 'Connection');
  await page.getByRole('tab', { name: tab }).click();
  const read = async () => must(await core.handlers['agent.read'](undefined, context)).state;
  await expect.poll(async () => (await read()).kind).toBe('listening');
  const state = await read();
  return `http://127.0.0.1:${state.kind === 'listening' ? state.port : 0}/v1`;
}

test('copies the address and a snippet, each by its own button', async ({ window }) => {
  const { page } = window;
  const address = await goToTab(window, 'Local address');
  const copy = page.getByRole('button', { name: 'Copy', exact: true });
  await copy.first().click();
  await expect.poll(window.clipboard).toBe(address);
  await page.getByRole('combobox', { name: 'Program' }).click();
  await page.getByRole('option', { name: /curl/i }).click();
  await copy.last().click();
  await expect.poll(window.clipboard).toContain(`curl ${address}`);
});

test('accepts calls of a web page while its origin is listed', async ({ window }) => {
  const { page } = window;
  const address = await goToTab(window, 'Local address');
  const origin = 'https://notebooks.example.org';
  const call = async () => {
    const { status, headers } = await fetch(`${address}/models`, { headers: { origin } });
    return { isRefused: status === 403, allowed: headers.get('access-control-allow-origin') };
  };
  expect(await call()).toEqual({ isRefused: true, allowed: null });
  await page.getByRole('textbox', { name: 'Origin' }).fill(`${origin}/some/page`);
  await expect(page.getByText('An origin is a scheme')).toBeVisible();
  await page.getByRole('textbox', { name: 'Origin' }).fill(origin);
  await page.getByRole('button', { name: 'Allow' }).click();
  await expect(page.getByRole('list', { name: 'Web pages that may call' })).toContainText(origin);
  await expect.poll(call).toEqual({ isRefused: false, allowed: origin });
  await page.getByRole('button', { name: `Remove ${origin}` }).click();
  await expect.poll(call).toEqual({ isRefused: true, allowed: null });
});

test('lists, filters, shows and exports requests live, without the key', async ({ window, profile }) => {
  const { page, dialogs } = window;
  const address = await goToTab(window, 'Requests');
  await expect(page.getByText('No requests yet')).toBeVisible();
  const key = 'sk-nobody-gave-this-away';
  const call = (route: string) => fetch(`${address}/${route}`, { headers: { authorization: `Bearer ${key}`, 'user-agent': 'notebook/7' } });
  await call('models');
  await call('files');
  const rows = page.getByRole('table').getByRole('row');
  await expect(rows).toHaveCount(3); // including the header
  await expectAccessible(window, 'requests');

  await page.getByRole('textbox', { name: 'Filter' }).fill('files');
  await expect(rows).toHaveCount(2);
  await page.getByRole('button', { name: 'GET /v1/files' }).click();
  const detail = page.getByRole('dialog', { name: 'GET /v1/files' });
  await expect(detail).toContainText('notebook/7');
  await page.keyboard.press('Escape');
  await expect(detail).toBeHidden();
  await page.getByRole('textbox', { name: 'Filter' }).fill('nothing like it');
  await page.getByRole('button', { name: 'Clear the filter' }).click();
  await expect(rows).toHaveCount(3);

  const file = path.join(profile, 'requests.ndjson');
  await dialogs.answer({ file });
  await page.getByRole('button', { name: 'Export…' }).click();
  await page.getByRole('menuitem', { name: 'As NDJSON' }).click();
  await expect(page.getByText('Requests saved')).toBeVisible();
  const saved = await readSavedFile(file);
  expect(saved.trim().split('\n')).toHaveLength(2);
  expect(saved).not.toContain(key);
});
