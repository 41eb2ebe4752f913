import { readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { defaultAgentSettings } from '../../electron/contract/agent.ts';
import { readSavedFile } from '../support/saved-file.ts';
import { connectTo } from '../support/test-service.ts';
import { expect, expectAccessible, freePort, goTo, test } from '../support/window.ts';
import { context } from '../support/call-context.ts';
import { must } from '../support/must.ts';

test('adds, edits and removes segments and models of the catalog', async ({ window, service }) => {
  const { core, page } = window;
  await connectTo(core, service, { hasInstance: false });
  await expect(page.getByRole('contentinfo')).toContainText('Cloud');
  await goTo(page, 'Connection');
  await page.getByRole('tab', { name: 'Models' }).click();
  const table = page.getByRole('table', { name: 'Models' });
  await expect(table.getByRole('row')).toHaveCount(4);
  await expectAccessible(window, 'the models');

  await page.getByRole('button', { name: 'Add segment…' }).click();
  const adding = page.getByRole('dialog', { name: 'Add a segment' });
  await adding.getByRole('textbox', { name: 'Segment' }).fill('a/b');
  await expect(adding).toContainText('no slash');
  await adding.getByRole('textbox', { name: 'Segment' }).fill('delta-9');
  await expectAccessible(window, 'adding a segment');
  await adding.getByRole('button', { name: 'Save' }).click();
  const segment = page.getByRole('listitem').filter({ hasText: 'delta-9' });
  await segment.getByRole('button', { name: 'Add model…' }).click();
  const model = page.getByRole('dialog', { name: 'Add a model to delta-9' });
  await model.getByRole('textbox', { name: 'Model id' }).fill('delta-9-mini');
  await model.getByRole('switch', { name: 'Tools' }).click();
  await expectAccessible(window, 'adding a model');
  await model.getByRole('button', { name: 'Save' }).click();
  const row = table.getByRole('row').filter({ hasText: 'delta-9-mini' });
  await expect(row).toContainText('tools');

  await row.getByRole('button', { name: 'Edit delta-9-mini' }).click();
  await page.getByRole('dialog', { name: 'delta-9-mini' }).getByRole('switch', { name: 'Tools' }).click();
  await page.getByRole('dialog', { name: 'delta-9-mini' }).getByRole('button', { name: 'Save' }).click();
  await expect(row).not.toContainText('tools');
  await row.getByRole('button', { name: 'Edit delta-9-mini' }).click();
  await page.getByRole('dialog', { name: 'delta-9-mini' }).getByRole('button', { name: 'Remove' }).click();
  await expect(row).toHaveCount(0);
  await segment.getByRole('button', { name: 'Edit segment…' }).click();
  await page.getByRole('dialog', { name: 'Segment delta-9' }).getByRole('button', { name: 'Remove' }).click();
  await expect(segment).toHaveCount(0);
});

test('duplicates a profile without secrets, removes it, and keeps the demo', async ({ window, service }) => {
  const { core, page } = window;
  await connectTo(core, service, { hasInstance: false });
  await expect(page.getByRole('contentinfo')).toContainText('Cloud');
  await goTo(page, 'Connection');
  const more = page.getByRole('button', { name: 'More about profiles' });
  await more.click();
  await page.getByRole('menuitem', { name: 'Duplicate' }).click();
  await expect(page.getByText('Secrets are not copied.')).toBeVisible();
  const profiles = page.getByRole('combobox', { name: 'Profile' });
  await profiles.click();
  await expect(page.getByRole('option')).toHaveCount(3);
  await expectAccessible(window, 'the list of profiles');
  await page
    .getByRole('option')
    .filter({ hasNotText: /built in/ })
    .last()
    .click();
  await expect(page.getByRole('contentinfo')).toContainText('No API token');
  for (const left of [2, 1]) {
    await more.click();
    await page.getByRole('menuitem', { name: 'Remove…' }).click();
    const dialog = page.getByRole('dialog', { name: /^Remove / });
    await expectAccessible(window, 'removing a profile');
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await expect(dialog).toBeHidden();
    await profiles.click();
    await expect(page.getByRole('option')).toHaveCount(left);
    await page.getByRole('option').last().click();
  }
  await expect(page.getByRole('contentinfo')).toContainText('Demo');
  await more.click();
  await expect(page.getByRole('menuitem', { name: 'Remove…' })).toBeDisabled();
});

test('exports a profile without secrets, and imports it from a dialog and by drop', async ({ open, profile, service }) => {
  const file = path.join(profile, 'Cloud.causeway.json');
  const window = await open({ dialogs: { file, isYes: [true] } });
  const { core, dialogs, page } = window;
  await connectTo(core, service);
  await expect(page.getByRole('contentinfo')).toContainText('Cloud');
  await goTo(page, 'Connection');
  const more = page.getByRole('button', { name: 'More about profiles' });
  await more.click();
  await page.getByRole('menuitem', { name: 'Export without secrets…' }).click();
  await expect(page.getByText('Profile saved, without secrets')).toBeVisible();
  const text = await readSavedFile(file);
  expect(text).toContain(service.demo.baseUrl);
  expect(text).not.toContain(service.demo.token);

  await more.click();
  await page.getByRole('menuitem', { name: 'Import a profile…' }).click();
  await expect(page.getByText('Cloud 2 added')).toBeVisible();
  expect((await dialogs.asked()).map(({ message }) => message)).toEqual([
    expect.stringContaining('Trust this certificate authority for Cloud'),
  ]);

  await goTo(page, 'Chat'); // any screen accepts the drop
  const dropped = await page.evaluateHandle((content) => {
    const data = new DataTransfer();
    data.items.add(new File([content], 'Cloud.causeway.json', { type: 'application/json' }));
    return data;
  }, text);
  await page.getByRole('main').dispatchEvent('drop', { dataTransfer: dropped });
  const asking = page.getByRole('alertdialog', { name: 'Add the profile in “Cloud.causeway.json”?' });
  await expectAccessible(window, 'a dropped profile');
  await asking.getByRole('button', { name: 'Add' }).click();
  await expect(page.getByText('Cloud 3 added')).toBeVisible();
  await goTo(page, 'Connection');
  await page.getByRole('combobox', { name: 'Profile' }).click();
  await page.getByRole('option', { name: /^Cloud 3/ }).click();
  await expect(page.getByRole('contentinfo')).toContainText('No API token');
});

test('sets damaged settings and profiles aside, and says where', async ({ open, profile }) => {
  for (const name of ['settings.json', 'profiles.json']) await writeFile(path.join(profile, name), '{ "version": 1, "da');
  const window = await open();
  const { page } = window;
  await expect(page.getByText('The settings could not be read')).toBeVisible();
  await expect(page.getByText('The profiles could not be read')).toBeVisible();
  await expectAccessible(window, 'two notices');
  const names = await readdir(profile);
  for (const name of ['settings.json.damaged', 'profiles.json.damaged']) {
    const aside = names.find((each) => each.startsWith(name)) ?? `${name} is not there`;
    await expect(page.getByText(aside)).toBeVisible();
    expect(await readFile(path.join(profile, aside), 'utf8')).toBe('{ "version": 1, "da');
  }
  await page.getByRole('button', { name: 'Dismiss notice' }).first().click();
  await expect(page.getByText('The settings could not be read')).toBeHidden();
});

test('shows a key of the local address once, and rejects it once revoked', async ({ window }) => {
  const { core, page } = window;
  await goTo(page, 'Connection');
  await page.getByRole('tab', { name: 'Local address' }).click();
  const { state } = must(await core.handlers['agent.read'](undefined, context));
  const address = `http://127.0.0.1:${state.kind === 'listening' ? state.port : 0}/v1`;
  await expect(page.getByText(address, { exact: true }).first()).toBeVisible();
  await expectAccessible(window, 'the local address');
  await page.getByRole('textbox', { name: 'New key for' }).fill('notebook');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Your new key' });
  const secret = await dialog.locator('code').innerText();
  await expectAccessible(window, 'a new key');
  await dialog.getByRole('button', { name: 'Copy and close' }).click();
  await expect(dialog).toBeHidden();
  expect(await window.clipboard()).toBe(secret);
  expect(await page.content()).not.toContain(secret);
  const keys = page.getByRole('list', { name: 'Keys' });
  await expect(keys).toContainText(`…${secret.slice(-4)}`);

  const call = async () => {
    const body = JSON.stringify({ model: 'beta-4-scout', max_tokens: 1, messages: [{ role: 'user', content: 'Say: yes' }] });
    const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' };
    return (await fetch(`${address}/chat/completions`, { method: 'POST', headers, body })).status;
  };
  expect(await call()).toBe(200);
  await keys.getByRole('button', { name: 'Revoke notebook' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(keys).toHaveCount(0);
  expect(await call()).toBe(401);
});

test('names a port that is in use, and offers the next free one', async ({ open, profile }) => {
  const port = await freePort();
  const holder = createServer();
  await new Promise<void>((resolve) => holder.listen(port, '127.0.0.1', resolve));
  const settings = { ...defaultAgentSettings, port: await freePort(), demoPort: port };
  await writeFile(path.join(profile, 'agent.json'), JSON.stringify({ version: 1, data: { settings, keys: [] } }));
  try {
    const window = await open();
    const { page } = window;
    await goTo(page, 'Connection');
    await page.getByRole('tab', { name: 'Local address' }).click();
    await expect(page.getByRole('alert')).toContainText(`Port ${port} of this computer is held by node (${process.pid}).`);
    await expectAccessible(window, 'the port is taken');
    await page.getByRole('button', { name: /^Use port / }).click();
    await expect(page.locator('.agent-address')).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
  } finally {
    holder.close();
  }
});
