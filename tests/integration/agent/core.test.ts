import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { defaultAgentSettings } from '../../../electron/contract/agent.ts';
import type { EventMessage } from '../../../electron/contract/events.ts';
import type { Core } from '../../../electron/core/create-core.ts';
import { eventually } from '../../support/eventually.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { startTestCore } from '../../support/test-core.ts';
import { freePort } from '../../support/free-port.ts';
import { chatBody } from '../demo/demo-fixture.ts';
import { ask } from './agent-fixture.ts';
import { must } from '../../support/must.ts';
import { context } from '../../support/call-context.ts';

/** A core whose agent has ports of this test's own. */
async function startCore(): Promise<{ readonly core: Core; readonly demoPort: number; readonly told: EventMessage[] }> {
  const folder = await temporaryFolder();
  const data = path.join(folder, 'data');
  const [port, demoPort] = [await freePort(), await freePort()];
  await mkdir(data, { recursive: true });
  const settings = { ...defaultAgentSettings, port, demoPort };
  await writeFile(path.join(data, 'agent.json'), JSON.stringify({ version: 1, data: { settings, keys: [] } }));
  const core = await startTestCore(folder);
  const told: EventMessage[] = [];
  core.listen((message) => told.push(message));
  return { core, demoPort, told };
}

test('a first start serves the Demo on its own port, and the window is told of it and of every request', async () => {
  const { core, demoPort, told } = await startCore();
  const face = async () => must(await core.handlers['agent.read'](undefined, context));
  await eventually(async () => expect((await face()).state).toEqual({ kind: 'listening', port: demoPort }));
  expect((await face()).snippets.length).toBeGreaterThan(5);
  const { secret } = must(await core.handlers['agent.createKey']({ name: 'notebook' }, context));
  const headers = { 'x-api-key': secret };
  const answer = await ask(demoPort, '/v1/chat/completions', { body: chatBody('beta-4-scout'), headers });
  expect([answer.status, JSON.parse(answer.text).model]).toEqual([200, 'beta-4-scout']);
  const direct = await ask(demoPort, '/beta-4-scout/v1/chat/completions', { body: chatBody('beta-4-scout') });
  expect(direct.status).toBe(200);
  const requests = () => told.flatMap((message) => (message.event === 'agent.requests' ? message.payload : []));
  await eventually(() => {
    expect(requests()).toContainEqual(expect.objectContaining({ way: 'proxy', key: 'notebook', status: 200 }));
    expect(requests()).toContainEqual(expect.objectContaining({ way: 'direct', key: null, status: 200 }));
  });
  expect(JSON.parse((await ask(demoPort, '/status')).text)).toMatchObject({ version: '1.2.3', profile: { is_demo: true }, mode: 'proxy' });
  await core.handlers['agent.change']({ isOn: false }, context);
  await expect(ask(demoPort, '/healthz')).rejects.toThrow('ECONNREFUSED');
  expect(told.findLast(({ event }) => event === 'agent.changed')).toMatchObject({ payload: { state: { kind: 'off' } } });
});
