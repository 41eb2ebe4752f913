import { expect, test } from 'vitest';
import { active, connectionFixture, until } from '../connection/connection-fixture.ts';
import { chatBody } from '../demo/demo-fixture.ts';
import { ask, codeOf, newKey, testLocalApi } from './local-api-fixture.ts';
import { ok } from '../../../electron/contract/failure.ts';
import type { Upstream } from '../../../electron/core/upstream/upstream.ts';
import { upstreamTo } from '../../core/upstream/upstream-fixture.ts';
import { must } from '../../support/must.ts';
import { sendJson, startServer } from '../../support/https-server.ts';
import { failed } from '../../support/recorded-failure.ts';

const scout = 'beta-4-scout';
const path = '/v1/chat/completions';

test('forwards a model that the operator adds to the proxy, and reads the list once for all who ask', async () => {
  let now = 0;
  const fixture = await connectionFixture({ more: { steadyClock: { now: () => now } } });
  const { supervisor, service, profiles } = fixture;
  const addModel = service.fault({ kind: 'model-gone', model: scout });
  const profile = active(profiles);
  const catalog = profile.service.catalog.filter(({ segment }) => segment !== scout);
  must(await profiles.edit(profile.id, { service: { ...profile.service, catalog } }));
  const token = { profileId: profile.id, token: service.token, keeping: 'until-quit', isUnchecked: true } as const;
  must(await supervisor.tokens.set(token, new AbortController().signal));
  await until(supervisor, { isRefreshing: false, lists: [{ mode: 'proxy', failure: null }] });
  const { port, localApi } = await testLocalApi({ demo: service, getService: supervisor.getActiveService });
  const headers = { 'x-api-key': await newKey(localApi) };
  const chat = () => ask(port, path, { body: chatBody(scout), headers });
  const listsRead = () => service.requests().filter((request) => request.path.endsWith('/api/models')).length;
  const read = listsRead();
  expect(codeOf(await chat())).toBe('unknown_model');
  expect(listsRead(), 'the list was just read').toBe(read);
  addModel();
  now = 60_000;
  const answers = await Promise.all([chat(), chat(), chat()]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(listsRead()).toBe(read + 1);
  expect(codeOf(await ask(port, path, { body: chatBody('delta-9'), headers }))).toBe('unknown_model');
  expect(listsRead()).toBe(read + 1);
});

test('returns why an engine couldn’t be asked for an unknown model (catches a 404, which no client repeats)', async () => {
  const upstream: Upstream = {
    host: 'models.example.org',
    request: async () => failed('tunnel-unavailable'),
    probe: async () => ok(undefined),
  };
  const { port } = await testLocalApi({ serviceOverrides: { upstreams: { proxy: upstream, direct: upstream } } });
  const answer = await ask(port, path, { body: chatBody('delta-9') });
  expect([answer.status, codeOf(answer), answer.headers['retry-after']]).toEqual([503, 'tunnel_unavailable', '5']);
});

test('still rejects an unknown model if an engine has no list', async () => {
  const server = await startServer((_seen, response) => sendJson(response, 404, {}));
  const upstream = upstreamTo(server);
  const { port } = await testLocalApi({ serviceOverrides: { upstreams: { proxy: upstream, direct: upstream } } });
  expect(codeOf(await ask(port, path, { body: chatBody('delta-9') }))).toBe('unknown_model');
});

test('remembers a new model of an engine that can’t be asked later', async () => {
  let isDown = false;
  const server = await startServer(({ path: asked }, response) => {
    if (!asked.endsWith('/models')) return sendJson(response, 200, { asked });
    return isDown && asked.startsWith(`/${scout}/`)
      ? sendJson(response, 503, {})
      : sendJson(response, 200, { data: [{ id: asked.startsWith(`/${scout}/`) ? 'delta-9' : 'alpha-R1' }] });
  });
  const upstream = upstreamTo(server);
  const { port } = await testLocalApi({ serviceOverrides: { upstreams: { proxy: upstream, direct: upstream } } });
  await ask(port, '/v1/models');
  isDown = true;
  await ask(port, '/v1/models');
  const answer = await ask(port, path, { body: chatBody('delta-9') });
  expect(JSON.parse(answer.text)).toMatchObject({ asked: expect.stringContaining(`/${scout}/v1/chat/completions`) });
});
