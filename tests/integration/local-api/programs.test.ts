import { chmod, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readString } from '../../../electron/contract/json.ts';
import { assignFreePorts } from '../../support/assign-free-ports.ts';
import { context } from '../../support/call-context.ts';
import { eventually } from '../../support/eventually.ts';
import { must } from '../../support/must.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { startTestCore } from '../../support/test-core.ts';

const model = 'beta-4-scout';

/** Starts a core on the demo, whose user has a folder of pi's. */
async function startPrograms(before?: string) {
  const home = await temporaryFolder();
  const data = path.join(home, 'data');
  await mkdir(data);
  await assignFreePorts(data);
  const folder = path.join(home, '.pi', 'agent');
  await mkdir(folder, { recursive: true });
  const file = path.join(folder, 'models.json');
  if (before !== undefined) await writeFile(file, before, { mode: 0o640 });
  const core = await startTestCore(home, { environment: { HOME: home, PATH: home, CAUSEWAY_DEMO_SPEED: 'unlimited' } });
  await eventually(() => expect(core.localApi.read().state.kind).toBe('listening'));
  await eventually(async () => expect((await core.programs.list(null)).models).toHaveLength(3));
  const { programs } = core;
  const setUp = async (id = 'pi') => {
    const { hash } = must(await programs.describe({ id, model }));
    return must(await programs.setUp({ id, model }, hash));
  };
  const keys = () => core.localApi.read().keys.map(({ name }) => name);
  return { core, programs, home, folder, file, setUp, keys };
}

const original = '{\n  // mine\n  "providers": { "own": {} },\n}\n';

test('lists installed programs first, each with a model that is fit for it', async () => {
  const { programs, home, file } = await startPrograms();
  await writeFile(path.join(home, 'codex'), '', { mode: 0o755 });
  const listed = await programs.list(null);
  expect(listed.models).toEqual(
    expect.arrayContaining([
      { id: 'alpha-R1', isFit: false },
      { id: model, isFit: true },
    ]),
  );
  expect(listed.programs.map(({ id, isInstalled }) => `${id} ${isInstalled}`).slice(0, 5)).toEqual([
    'codex true',
    'pi true',
    'opencode false',
    'cline false',
    'vscode false',
  ]);
  expect(listed.programs[0]).toMatchObject({ model: expect.stringMatching(/scout|oss/), unfit: null, setUp: { kind: 'command' } });
  expect(listed.programs[1]?.setUp).toEqual({ kind: 'file', file, usedModel: null, canUndo: false });
  const chosen = await programs.list('alpha-R1');
  expect(chosen.programs[0]).toMatchObject({ model: null, unfit: 'It can’t call tools.' });
  expect((await programs.list(model)).programs[0]?.setUp).toMatchObject({
    command: expect.stringContaining(`launch codex --model ${model} --data `),
  });
});

test('writes a local key and the model into a program’s file, and restores the file with its permissions', async () => {
  const { core, programs, folder, file, setUp, keys } = await startPrograms(original);
  const described = must(await programs.describe({ id: 'pi', model }));
  expect(described).toMatchObject({ title: 'pi', file, isNewFile: false });
  expect(keys()).toEqual([]); // nothing is created before the user approves
  expect(await setUp()).toEqual({ key: null });
  const written = await readFile(file, 'utf8');
  expect(written).toContain('// mine');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(keys()).toEqual(['pi']);
  const [key = ''] = /cw-[\w-]{43}/.exec(written) ?? [];
  const { state } = core.localApi.read();
  const port = state.kind === 'listening' ? state.port : 0;
  expect((await fetch(`http://127.0.0.1:${port}/v1/models`, { headers: { authorization: `Bearer ${key}` } })).status).toBe(200);
  expect((await programs.list(null)).programs[0]?.setUp).toMatchObject({ usedModel: model, canUndo: true });

  await setUp(); // again: undo still leads back to the file before the first
  expect(keys()).toEqual(['pi']);
  expect(await readdir(folder)).toHaveLength(2);
  must(await programs.undo('pi'));
  expect(await readFile(file, 'utf8')).toBe(original);
  expect((await stat(file)).mode & 0o777).toBe(0o640);
  expect([await readdir(folder), keys()]).toEqual([['models.json'], []]);
});

test('creates a file, and undo deletes it', async () => {
  const { programs, folder, setUp } = await startPrograms();
  await setUp();
  expect(await readdir(folder)).toEqual(['models.json']);
  must(await programs.undo('pi'));
  expect(await readdir(folder)).toEqual([]);
});

test('returns the key of a program that takes it in its own window only, and writes none', async () => {
  const { home, setUp } = await startPrograms();
  const { key } = await setUp('zed');
  expect(key).toMatch(/^cw-/);
  expect(await readFile(path.join(home, '.config/zed/settings.json'), 'utf8')).not.toContain('cw-');
});

test('changes nothing if the file changed while the user was asked', async () => {
  const { programs, file, keys } = await startPrograms(original);
  const { hash } = must(await programs.describe({ id: 'pi', model }));
  await writeFile(file, '{}');
  expect(await programs.setUp({ id: 'pi', model }, hash)).toMatchObject({ failure: { reason: 'client-program-file-changed' } });
  expect([await readFile(file, 'utf8'), keys()]).toEqual(['{}', []]);
});

test('undoes nothing if the file has changed since, and names the copy', async () => {
  const { programs, file, setUp } = await startPrograms(original);
  await setUp();
  await writeFile(file, '{ "mine": 1 }');
  const undone = await programs.undo('pi');
  expect(undone).toMatchObject({ failure: { reason: 'client-program-changed-since', params: { file } } });
  expect(await readFile(file, 'utf8')).toBe('{ "mine": 1 }');
  const backup = undone.ok ? '' : readString(undone.failure.params['backup']);
  expect(await readFile(backup, 'utf8')).toBe(original);
});

test.each([
  ['isn’t JSON', async (file: string) => writeFile(file, '{ "providers": '), 'client-program-file-not-json'],
  ['is read-only', async (file: string) => chmod(file, 0o444), 'client-program-file-read-only'],
])('leaves a file alone that %s', async (_what, spoil, reason) => {
  const { programs, file } = await startPrograms(original);
  await spoil(file);
  const before = await readFile(file, 'utf8');
  expect(await programs.describe({ id: 'pi', model })).toMatchObject({ failure: { reason } });
  expect(await readFile(file, 'utf8')).toBe(before);
});

test('leaves a link alone', async () => {
  const { programs, home, file } = await startPrograms();
  const target = path.join(home, 'dotfiles.json');
  await writeFile(target, original);
  await symlink(target, file);
  expect(await programs.describe({ id: 'pi', model })).toMatchObject({
    failure: { reason: 'client-program-file-link', params: { target } },
  });
});

test.each(['opencode', 'claude', 'codex', 'zed'])('checks %s by a request in its dialect, and keeps no key of it', async (id) => {
  const { core, programs, keys } = await startPrograms();
  expect(must(await programs.check({ id, model }, context.signal))).toMatchObject({ model, calledTool: true });
  expect(keys()).toEqual([]);
  const paths: Readonly<Record<string, string>> = { claude: '/v1/messages?beta=true', codex: '/v1/responses' };
  expect(core.localApi.requests()[0]).toMatchObject({ path: paths[id] ?? '/v1/chat/completions', status: 200 });
});

test('checks what a program’s file says, and tells what is wrong with it', async () => {
  const { core, programs, file, setUp } = await startPrograms(original);
  await setUp();
  const check = () => programs.check({ id: 'pi', model: 'gamma-oss-120b' }, context.signal);
  expect(must(await check())).toMatchObject({ model }); // the file's
  const written = await readFile(file, 'utf8');
  await writeFile(file, written.replaceAll(model, 'gone'));
  expect(await check()).toMatchObject({ failure: { reason: 'client-program-rejected', params: { status: 404 } } });
  await writeFile(file, written.replace(/127\.0\.0\.1:\d+/, '127.0.0.1:1'));
  expect(await check()).toMatchObject({ failure: { reason: 'client-program-not-reached' } });
  await writeFile(file, written);
  for (const { id } of core.localApi.read().keys) must(await core.localApi.revokeKey(id));
  expect(await check()).toMatchObject({ failure: { reason: 'client-program-key-refused', params: { file } } });
  await core.localApi.change({ isOn: false });
  expect(await check()).toMatchObject({ failure: { reason: 'client-program-needs-local-api' } });
});
