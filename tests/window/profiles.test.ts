import { X509Certificate } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { defaultLocalApiSettings } from '../../electron/contract/local-api.ts';
import { failure } from '../../electron/contract/failures/fail.ts';
import { describeFailure } from '../../electron/contract/failures/render-failure.ts';
import { readSavedFile } from '../support/saved-file.ts';
import { connectTo } from '../support/test-service.ts';
import { both, expect, expectAccessible, freePort, goTo, quick, test } from '../support/window.ts';
import { noticesText } from '../../electron/core/notices/text.ts';
import { connectionText, modelsText } from '../../renderer/connection/text.ts';
import { profilesText } from '../../renderer/connection/profiles/text.ts';
import { localApiText } from '../../renderer/connection/local-api/text.ts';
import { sharedText } from '../../renderer/shared/text.ts';
import { connectionStateText } from '../../electron/presentation/connection-text.ts';
import { layoutText } from '../../renderer/layout/text.ts';
import { uiText } from '../../renderer/ui/text.ts';

test('adds, edits and removes segments and models of the catalog', async ({ window, page, cloud: _cloud }) => {
  await goTo(page, 'Connection');
  await page.getByRole('tab', { name: connectionText.tabs.models }).click();
  const table = page.getByRole('table', { name: modelsText.title });
  await expect(table.getByRole('row')).toHaveCount(4);
  await expectAccessible(window, 'the models');

  await page.getByRole('button', { name: modelsText.catalog.addPath }).click();
  const adding = page.getByRole('dialog', { name: modelsText.pathDialog.addTitle });
  await adding.getByRole('textbox', { name: modelsText.pathDialog.path }).fill('a/b');
  await expect(adding).toContainText(modelsText.pathDialog.pathError);
  await adding.getByRole('textbox', { name: modelsText.pathDialog.path }).fill('delta-9');
  await expectAccessible(window, 'adding a segment');
  await adding.getByRole('button', { name: uiText.save }).click();
  const segment = page.getByRole('listitem').filter({ hasText: 'delta-9' });
  await segment.getByRole('button', { name: modelsText.catalog.addModel }).click();
  const model = page.getByRole('dialog', { name: modelsText.modelDialog.addTitle('delta-9') });
  await model.getByRole('textbox', { name: modelsText.modelDialog.id.label }).fill('delta-9-mini');
  await model.getByRole('switch', { name: modelsText.modelDialog.capabilities.tools.label }).click();
  await expectAccessible(window, 'adding a model');
  await model.getByRole('button', { name: uiText.save }).click();
  const row = table.getByRole('row').filter({ hasText: 'delta-9-mini' });
  await expect(row).toContainText(sharedText.capabilities.tools);

  await row.getByRole('button', { name: modelsText.editModel('delta-9-mini') }).click();
  await page
    .getByRole('dialog', { name: 'delta-9-mini' })
    .getByRole('switch', { name: modelsText.modelDialog.capabilities.tools.label })
    .click();
  await page.getByRole('dialog', { name: 'delta-9-mini' }).getByRole('button', { name: uiText.save }).click();
  await expect(row).not.toContainText(sharedText.capabilities.tools);
  await row.getByRole('button', { name: modelsText.editModel('delta-9-mini') }).click();
  await page.getByRole('dialog', { name: 'delta-9-mini' }).getByRole('button', { name: uiText.remove }).click();
  await expect(page.getByText(modelsText.modelDialog.removed('delta-9-mini'))).toBeVisible(); // the open dialog hides the table
  await expect(row).toHaveCount(0);
  await segment.getByRole('button', { name: modelsText.catalog.editPath }).click();
  await page
    .getByRole('dialog', { name: modelsText.pathDialog.editTitle('delta-9') })
    .getByRole('button', { name: uiText.remove })
    .click();
  await expect(page.getByText(modelsText.pathDialog.removed('delta-9'))).toBeVisible();
  await expect(segment).toHaveCount(0);
});

test('duplicates a profile without secrets, removes it, and keeps the demo', quick, async ({ window, page, cloud: _cloud }) => {
  await goTo(page, 'Connection');
  const more = page.getByRole('button', { name: profilesText.actions });
  await more.click();
  await page.getByRole('menuitem', { name: profilesText.duplicate }).click();
  await expect(page.getByText(profilesText.duplicatedHint)).toBeVisible();
  const profiles = page.getByRole('combobox', { name: profilesText.profile });
  await profiles.click();
  await expect(page.getByRole('option')).toHaveCount(3);
  await expectAccessible(window, 'the list of profiles');
  await page.getByRole('option').filter({ hasNotText: profilesText.builtIn }).last().click();
  await expect(page.getByRole('contentinfo')).toContainText(connectionStateText.noToken);
  for (const left of [2, 1]) {
    await more.click();
    await page.getByRole('menuitem', { name: profilesText.remove }).click();
    const dialog = page.getByRole('dialog', { name: profilesText.removeDialog.confirm });
    await expectAccessible(window, 'removing a profile');
    await dialog.getByRole('button', { name: profilesText.removeDialog.confirm }).click();
    await expect(dialog).toBeHidden();
    await profiles.click();
    await expect(page.getByRole('option')).toHaveCount(left);
    await page.getByRole('option').last().click();
  }
  await expect(page.getByRole('contentinfo')).toContainText('Demo');
  await more.click();
  await expect(page.getByRole('menuitem', { name: profilesText.remove })).toBeDisabled();
});

test(
  'exports a profile without secrets, and imports it from a dialog and by drop',
  both('file dialogs'),
  async ({ open, profile, service }) => {
    const file = path.join(profile, 'Cloud.causeway.json');
    const window = await open({ dialogs: { file } });
    const { core, page } = window;
    await connectTo(core, service);
    await expect(page.getByRole('contentinfo')).toContainText('Cloud');
    await goTo(page, 'Connection');
    const more = page.getByRole('button', { name: profilesText.actions });
    await more.click();
    await page.getByRole('menuitem', { name: profilesText.export }).click();
    await expect(page.getByText(profilesText.exported)).toBeVisible();
    const text = await readSavedFile(file);
    expect(text).toContain(service.demo.baseUrl);
    expect(text).not.toContain(service.demo.token);

    await more.click();
    await page.getByRole('menuitem', { name: profilesText.import }).click();
    const asking = page.getByRole('alertdialog', { name: profilesText.importDialog.title('Cloud') });
    await expect(asking).toContainText(service.demo.baseUrl);
    await expect(asking).toContainText(profilesText.authorities.warning(1));
    await expect(asking).toContainText(new X509Certificate(await readFile(service.caFile)).fingerprint256);
    await expectAccessible(window, 'an imported profile');
    await asking.getByRole('button', { name: profilesText.importDialog.confirmTrust }).click();
    await expect(page.getByText(profilesText.added('Cloud 2'))).toBeVisible();

    await goTo(page, 'Chat'); // any screen accepts the drop
    const dropped = await page.evaluateHandle((content) => {
      const data = new DataTransfer();
      data.items.add(new File([content], 'Cloud.causeway.json', { type: 'application/json' }));
      return data;
    }, text);
    await page.getByRole('main').dispatchEvent('drop', { dataTransfer: dropped });
    await asking.getByRole('button', { name: profilesText.importDialog.confirmTrust }).click();
    await expect(page.getByText(profilesText.added('Cloud 3'))).toBeVisible();
    await goTo(page, 'Connection');
    await page.getByRole('combobox', { name: profilesText.profile }).click();
    await page.getByRole('option', { name: /^Cloud 3/ }).click();
    await expect(page.getByRole('contentinfo')).toContainText(connectionStateText.noToken);
  },
);

test('sets damaged settings and profiles aside, and says where', both('notices about the start'), async ({ open, profile }) => {
  for (const name of ['settings.json', 'profiles.json']) await writeFile(path.join(profile, name), '{ "version": 1, "da');
  const window = await open();
  const { page } = window;
  await expect(page.getByText(noticesText.damaged(noticesText.documents.settings, 'initial'))).toBeVisible();
  await expect(page.getByText(noticesText.damaged(noticesText.documents.profiles, 'initial'))).toBeVisible();
  await expectAccessible(window, 'two notices');
  const names = await readdir(profile);
  for (const name of ['settings.json.damaged', 'profiles.json.damaged']) {
    const aside = names.find((each) => each.startsWith(name)) ?? `${name} is not there`;
    await expect(page.getByText(aside)).toBeVisible();
    expect(await readFile(path.join(profile, aside), 'utf8')).toBe('{ "version": 1, "da');
  }
  await page.getByRole('button', { name: layoutText.dismissNotice }).first().click();
  await expect(page.getByText(noticesText.damaged(noticesText.documents.settings, 'initial'))).toBeHidden();
});

test('shows a key of the local address until it is copied, and rejects it once revoked', quick, async ({ window, core, page }) => {
  await goTo(page, 'Connection');
  await page.getByRole('tab', { name: connectionText.tabs.localApi }).click();
  const read = async () => (await core.call('localApi.read')).state;
  await expect.poll(async () => (await read()).kind).toBe('listening');
  const state = await read();
  const address = `http://127.0.0.1:${state.kind === 'listening' ? state.port : 0}/v1`;
  await expect(page.getByText(address, { exact: true }).first()).toBeVisible();
  await expectAccessible(window, 'the local address');
  await page.getByRole('textbox', { name: localApiText.keys.name }).fill('notebook');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: localApiText.keys.newKey.title });
  const secret = await dialog.locator('code').innerText();
  await expectAccessible(window, 'a new key');
  const copyAndClose = dialog.getByRole('button', { name: localApiText.keys.newKey.copyAndClose });
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('no clipboard'));
  });
  await copyAndClose.click();
  await expect(page.getByText(sharedText.copy.failed(localApiText.keys.newKey.key))).toBeVisible();
  await expect(dialog.locator('code')).toHaveText(secret);
  await page.evaluate(() => Reflect.deleteProperty(navigator.clipboard, 'writeText'));
  await copyAndClose.click();
  await expect(dialog).toBeHidden();
  expect(await window.clipboard()).toBe(secret);
  expect(await page.content()).not.toContain(secret);
  const keys = page.getByRole('list', { name: localApiText.keys.title });
  await expect(keys).toContainText(`…${secret.slice(-4)}`);

  const call = async () => {
    const body = JSON.stringify({ model: 'beta-4-scout', max_tokens: 1, messages: [{ role: 'user', content: 'Say: yes' }] });
    const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' };
    return (await fetch(`${address}/chat/completions`, { method: 'POST', headers, body })).status;
  };
  expect(await call()).toBe(200);
  await keys.getByRole('button', { name: localApiText.keys.revoke('notebook') }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: localApiText.keys.revokeDialog.confirm }).click();
  await expect(keys).toHaveCount(0);
  expect(await call()).toBe(401);
});

test('names a port that is in use, and offers the next free one', async ({ open, profile }) => {
  const port = await freePort();
  const holder = createServer();
  await new Promise<void>((resolve) => holder.listen(port, '127.0.0.1', resolve));
  const settings = { ...defaultLocalApiSettings, port: await freePort(), demoPort: port };
  await writeFile(path.join(profile, 'local-api.json'), JSON.stringify({ version: 1, data: { settings, keys: [] } }));
  try {
    const window = await open();
    const { page } = window;
    await goTo(page, 'Connection');
    await page.getByRole('tab', { name: connectionText.tabs.localApi }).click();
    await expect(page.getByRole('alert')).toContainText(
      describeFailure(failure('local-port-in-use', { port, owner: `node (${process.pid})`, nextFreePort: null })).message,
    );
    await expectAccessible(window, 'the port is taken');
    const { state } = await window.core.call('localApi.read');
    const nextPort = state.kind === 'failed' ? state.nextFreePort : null;
    await page.getByRole('button', { name: localApiText.switchToPort(nextPort ?? 0) }).click();
    await expect(page.locator('.local-api-address')).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
  } finally {
    holder.close();
  }
});
