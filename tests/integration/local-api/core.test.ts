import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { defaultLocalApiSettings } from '../../../electron/contract/local-api.ts';
import type { EventMessage } from '../../../electron/contract/events.ts';
import type { CoreOptions } from '../../../electron/core/create-core.ts';
import { eventually } from '../../support/eventually.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { startTestCore } from '../../support/test-core.ts';
import { freePort } from '../../support/free-port.ts';
import { chatBody } from '../demo/demo-fixture.ts';
import { ask } from './local-api-fixture.ts';
import { must } from '../../support/must.ts';
import { context } from '../../support/call-context.ts';

/** Starts a core whose local API has this test's own ports. */
async function startCore(options: Pick<CoreOptions, 'network' | 'waitsForUse'> = {}) {
  const folder = await temporaryFolder();
  const data = path.join(folder, 'data');
  const [port, demoPort] = [await freePort(), await freePort()];
  await mkdir(data, { recursive: true });
  const settings = { ...defaultLocalApiSettings, port, demoPort };
  await writeFile(path.join(data, 'local-api.json'), JSON.stringify({ version: 1, data: { settings, keys: [] } }));
  const core = await startTestCore(folder, options);
  const emitted: EventMessage[] = [];
  core.listen((message) => emitted.push(message));
  return { core, data, demoPort, emitted };
}

test('serves the demo on its own port at the first start, and notifies the window of it and of every request', async () => {
  const { core, demoPort, emitted } = await startCore();
  const status = async () => must(await core.handlers['localApi.read'](undefined, context));
  await eventually(async () => expect((await status()).state).toEqual({ kind: 'listening', port: demoPort }));
  expect((await status()).snippets.length).toBeGreaterThan(5);
  const { secret } = must(await core.handlers['localApi.createKey']({ name: 'notebook' }, context));
  const headers = { 'x-api-key': secret };
  const answer = await ask(demoPort, '/v1/chat/completions', { body: chatBody('beta-4-scout'), headers });
  expect([answer.status, JSON.parse(answer.text).model]).toEqual([200, 'beta-4-scout']);
  const direct = await ask(demoPort, '/beta-4-scout/v1/chat/completions', { body: chatBody('beta-4-scout') });
  expect(direct.status).toBe(200);
  const requests = () => emitted.flatMap((message) => (message.event === 'localApi.requests' ? message.payload : []));
  await eventually(() => {
    expect(requests()).toContainEqual(expect.objectContaining({ mode: 'proxy', key: 'notebook', status: 200 }));
    expect(requests()).toContainEqual(expect.objectContaining({ mode: 'direct', key: null, status: 200 }));
  });
  expect(JSON.parse((await ask(demoPort, '/status')).text)).toMatchObject({ version: '1.2.3', profile: { is_demo: true }, mode: 'proxy' });
  await core.handlers['localApi.change']({ isOn: false }, context);
  await expect(ask(demoPort, '/healthz')).rejects.toThrow('ECONNREFUSED');
  expect(emitted.findLast(({ event }) => event === 'localApi.changed')).toMatchObject({ payload: { state: { kind: 'off' } } });
});

test('listens while waiting for use, and the first request starts what it needs', async () => {
  const { core, data, demoPort } = await startCore({ waitsForUse: true });
  await eventually(() => expect(core.localApi.read().state).toEqual({ kind: 'listening', port: demoPort }));
  expect(core.peekConnection()).toEqual({ state: 'starting' });
  expect(existsSync(path.join(data, 'history.db'))).toBe(false);

  const answer = await ask(demoPort, '/beta-4-scout/v1/chat/completions', { body: chatBody('beta-4-scout') });
  expect([answer.status, JSON.parse(answer.text).model]).toEqual([200, 'beta-4-scout']);
  expect(existsSync(path.join(data, 'history.db'))).toBe(false);
  expect(must(await core.handlers['history.list']({ shelf: 'current', limit: 5 }, context)).conversations).toEqual([]);
});

test('ends an unused core without having started anything', async () => {
  const { core, data } = await startCore({ waitsForUse: true });
  await core.dispose();
  expect(existsSync(path.join(data, 'history.db'))).toBe(false);
});

test('shows the state of a waiting core without starting it', async () => {
  const network = vi.fn(() => () => undefined);
  const { core } = await startCore({ waitsForUse: true, network });
  expect(core.peekConnection()).toEqual({ state: 'starting' });
  await delay(200); // longer than the delay after which a read starts the connection
  expect(network).not.toHaveBeenCalled();
  must(await core.handlers['connection.read'](undefined, context));
  await eventually(() => expect(network).toHaveBeenCalled());
});

test("notifies a window that reads a waiting core's connection when the demo is ready", async () => {
  const { core, emitted } = await startCore({ waitsForUse: true });
  expect(must(await core.handlers['connection.read'](undefined, context))).toEqual({ state: 'starting' });
  await eventually(() =>
    expect(emitted).toContainEqual(
      expect.objectContaining({ event: 'connection.changed', payload: expect.objectContaining({ state: 'ready' }) }),
    ),
  );
});
