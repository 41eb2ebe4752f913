/** @module-tag long */
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ok } from '../../../electron/contract/failure.ts';
import { openProfiles, readStoredProfiles } from '../../../electron/core/profiles/profiles.ts';
import { openLocalApiStore } from '../../../electron/core/local-api/local-keys.ts';
import { commandLines } from '../../support/descendants.ts';
import { eventually } from '../../support/eventually.ts';
import { must } from '../../support/must.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { freePort } from '../../support/free-port.ts';
import { chat, patient, place, start, makeKey } from './headless-fixture.ts';
import { checkResultText } from '../../../electron/presentation/connection-text.ts';

test('names the problem with --check and exits with a code for scripts', async () => {
  const { demo, words } = await place('direct');
  const unknownKey = start([...words, '--check']);
  expect(await unknownKey.ended).toBe(77);
  expect(await unknownKey.line('question')).toMatchObject({ question: { kind: 'host-key' } });

  const given = [...words, '--check', '--host-key', demo.instance.fingerprint(), '--password-env', 'PW'];
  const wrong = start(given, { PW: 'wrong' });
  expect(await wrong.ended).toBe(77);

  const good = start(given, { PW: demo.instance.password });
  expect(await good.ended).toBe(0);
  expect(await good.line('check')).toMatchObject({ verdict: checkResultText.everythingWorks });
});

// catches a check that starts before the first probe and asks about an instance that isn't needed
test('checks without the tunnel if the engines answer without it', async () => {
  const { demo, words } = await place('direct', { directRoute: 'auto' });
  demo.setBehaviour({ isInsideNetwork: true });
  const { running, code } = await eventually(async () => {
    const checking = start([...words, '--check']);
    const exitCode = await checking.ended;
    // on a busy machine the probe may run into its limit, and then the tunnel is needed
    expect(checking.lines).not.toContainEqual(expect.objectContaining({ event: 'connection', route: 'tunnel' }));
    return { running: checking, code: exitCode };
  });
  expect(running.lines).not.toContainEqual(expect.objectContaining({ event: 'question' }));
  expect(code).toBe(0);
  expect(await running.line('check')).toMatchObject({ verdict: checkResultText.everythingWorks });
});

test('reads a token from a file descriptor, and has it in no argument', async () => {
  const { demo, words } = await place('proxy');
  const running = start([...words, '--check', '--token-fd', '3'], {}, ['pipe']);
  const descriptor = running.child.stdio[3];
  if (!descriptor || !('end' in descriptor)) throw new Error('no descriptor');
  const release = demo.fault({ kind: 'stall', after: 0, endpoint: 'chat' });
  descriptor.end(`${demo.token}\n`);
  await expect.poll(() => demo.requests().map(({ endpoint }) => endpoint)).toContain('chat');
  const seen = (await commandLines(running.child.pid ?? 0)).join('\n');
  expect(seen).toContain('--token-fd');
  expect(seen).not.toContain(demo.token);
  release();
  expect(await running.ended).toBe(0);
  expect(JSON.stringify(running.lines)).not.toContain(demo.token);
});

test('names the flag for a missing token, not a field of the window', async () => {
  const { words } = await place('proxy');
  const running = start([...words, '--check'], { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent' });
  expect(await running.ended).toBe(77);
  expect(await running.line('check')).toMatchObject({ verdict: expect.stringContaining('--token-env') as string });
});

test('checks the demo in the requested mode, even beside a running Causeway', async () => {
  const { port } = await start(['--profile', 'demo', '--data', await temporaryFolder(), '--port', String(await freePort())]).line(
    'local-api',
  );
  const data = await temporaryFolder();
  const running = start(['--profile', 'demo', '--mode', 'direct', '--check', '--data', data, '--port', String(port), ...patient]);
  expect(await running.ended).toBe(0);
  expect(await running.line('check')).toMatchObject({ mode: 'direct', verdict: checkResultText.everythingWorks });
});

test('checks a saved profile in the requested mode, and leaves its own as it is', async () => {
  const { demo, folder } = await place('proxy');
  const profiles = await openProfiles({ folder, checkService: ok });
  const service = { ...demo.profile().service, name: 'Lab', caFile: path.join(folder, 'authority.pem') };
  const saved = must(await profiles.add({ service, instance: null, mode: 'direct', directRoute: 'auto' }));
  const flags = ['--profile', 'Lab', '--mode', 'proxy', '--token-env', 'TOKEN', '--check', '--data', folder, ...patient];
  const running = start(flags, { TOKEN: demo.token });
  expect(await running.ended).toBe(0);
  expect(await running.line('check')).toMatchObject({ mode: 'proxy', verdict: checkResultText.everythingWorks });
  expect(must(await readStoredProfiles(folder)).profiles).toContainEqual(saved);
});

test('leaves the state of a Causeway that serves the same profile unchanged, and no files', async () => {
  const { demo, folder, words } = await place('proxy');
  const key = await makeKey(words);
  const [withToken, environment] = [['--token-env', 'T'], { T: demo.token }];
  const running = start([...words, ...withToken, '--allow-origin', 'https://app.example.org'], environment);
  const { port } = await running.line('local-api', { state: 'listening' });
  const own = path.join(folder, 'headless');
  const readSettings = async () => {
    const [id = ''] = await readdir(own);
    return (await openLocalApiStore(path.join(own, id))).read().settings;
  };
  const before = await readSettings();
  expect(before).toMatchObject({ isOn: true, port, allowedOrigins: ['https://app.example.org'] });

  const temporary = await temporaryFolder();
  const checking = start([...words.slice(0, -2), ...withToken, '--check'], { ...environment, TMPDIR: temporary });
  expect(await checking.ended).toBe(0);
  expect(await readSettings()).toEqual(before);
  expect(await readdir(own)).toHaveLength(1);
  expect(await readdir(temporary)).toEqual([]);
  expect((await chat(port, { key })).status).toBe(200); // reads the settings again
  expect((await chat(port, { key })).status).toBe(200);
});

test('leaves no files if a signal ends the check', async () => {
  const { demo, words } = await place('proxy');
  demo.fault({ kind: 'stall', after: 0, endpoint: 'chat' });
  const temporary = await temporaryFolder();
  const checking = start([...words, '--token-env', 'T', '--check'], { T: demo.token, TMPDIR: temporary });
  await checking.line('connection');
  expect(await readdir(temporary)).toEqual([expect.stringMatching(/^causeway-check-/)]);
  checking.child.kill('SIGTERM');
  expect(await checking.ended).toBe(65); // or a script would go on as if the connection worked
  expect(await readdir(temporary)).toEqual([]);
});

test('connects with a profile written by --init, with Port and User of the ssh config', async () => {
  const { demo, folder, words } = await place('direct');
  const { hostname, port: servicePort } = new URL(demo.baseUrl);
  const { instance } = demo.profile();
  const ssh = path.join(folder, '.ssh');
  await mkdir(ssh, { mode: 0o700 });
  await writeFile(
    path.join(ssh, 'config'),
    `Host lab\n  HostName ${instance?.host}\n  Port ${instance?.port}\n  User ${instance?.login}\n`,
  );
  const file = path.join(folder, 'own.causeway.json');
  const flags = ['--service', `https://${hostname}:${servicePort}`, '--instance', 'lab', '--segment', 'beta-4-scout', '--profile', file];
  expect(await start(['--init', ...flags]).ended).toBe(0);
  const caFile = words[words.indexOf('--ca-file') + 1] ?? '';
  const login = ['--host-key', demo.instance.fingerprint(), '--password-env', 'PW'];
  const environment = { PW: demo.instance.password, HOME: folder };
  const checking = start(['--profile', file, '--ca-file', caFile, '--data', folder, ...login, ...patient, '--check'], environment);
  expect(await checking.line('check')).toMatchObject({ mode: 'direct' });
  expect(await checking.ended).toBe(0);
});
