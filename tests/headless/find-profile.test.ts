import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { failureSentences } from '../../electron/contract/failures/render-failure.ts';
import { openProfiles } from '../../electron/core/profiles/profiles.ts';
import { ok } from '../../electron/contract/failure.ts';
import { findProfile } from '../../electron/headless/find-profile.ts';
import { must } from '../support/must.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const find = (folder: string) => findProfile({ profile: undefined, caFile: undefined }, folder, {}, () => undefined);

test.each([
  ['of a newer version', '{"version":99,"data":{}}', 'saved by a newer version'],
  ['that isn’t JSON', '{"version":1,"da', 'are damaged'],
  ['with invalid profiles', '{"version":1,"data":{"profiles":[{"id":"lab"}]}}', 'are damaged'],
])('reports stored profiles %s instead of serving the demo, and leaves the file as it is', async (_, content, sentence) => {
  const folder = await temporaryFolder();
  const file = path.join(folder, 'profiles.json');
  await writeFile(file, content);
  const found = await find(folder);
  const text = found.ok ? '' : failureSentences(found.failure, { surface: 'terminal' });
  expect(text).toContain(sentence);
  expect(text).toContain(file);
  expect(await readFile(file, 'utf8')).toBe(content);
  expect(await readdir(folder)).toEqual(['profiles.json']);
});

test('reports stored profiles that can’t be read', async () => {
  const folder = await temporaryFolder();
  await mkdir(path.join(folder, 'profiles.json')); // unreadable for root too
  expect(await find(folder)).toMatchObject({ ok: false, failure: { code: 'storage' } });
});

test('finds the active profile of the window, also in the file before a damaged one', async () => {
  const folder = await temporaryFolder();
  expect(await find(folder)).toMatchObject({ ok: true, value: { id: 'demo' } });
  const profiles = await openProfiles({ folder, checkService: ok });
  const service = { name: 'Lab', baseUrl: 'https://models.example.org', inferenceServer: null, caFile: null, catalog: [] };
  const { id } = must(await profiles.add({ service, instance: null, mode: 'proxy', directRoute: 'tunnel' }));
  must(await profiles.activate(id));
  expect(await find(folder)).toMatchObject({ ok: true, value: { id } });
  const file = path.join(folder, 'profiles.json');
  await writeFile(`${file}.previous`, await readFile(file));
  await writeFile(file, '{"version":1,"da');
  expect(await find(folder)).toMatchObject({ ok: true, value: { id } });
});
