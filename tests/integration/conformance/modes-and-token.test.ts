import { describe, expect } from 'vitest';
import { catalogModels } from '../../../electron/core/llm-client/llm-client.ts';
import { ask, chatBody, localForward } from '../demo/demo-fixture.ts';
import { direct, proxy, rule, streamed } from './conform.ts';
import { lastRequest, textOf } from './rig.ts';
import { describeFailure } from '../../../electron/contract/failures/render-failure.ts';

const { signal } = new AbortController();

describe('1 · Two modes', () => {
  rule('the proxy’s base is {base_url}/api/, without a version segment', proxy, async ({ chat, demo }) => {
    expect(textOf(await chat())).toBe('hello');
    expect(lastRequest(demo)).toMatchObject({ method: 'POST', path: '/api/chat/completions', status: 200 });
  });
  rule('the direct base is {base_url}/<segment>/v1/, the segment being the model’s', direct, async ({ chat, demo, alpha, beta, gamma }) => {
    for (const model of [alpha, beta, gamma]) {
      expect(textOf(await chat({ model }))).toBe('hello');
      expect(lastRequest(demo)).toMatchObject({ method: 'POST', path: `/${model.segment}/v1/chat/completions`, status: 200 });
    }
  });
  rule(
    'the proxy answers anyone on the internet with an API token, sent as Authorization: bearer on every request',
    proxy,
    async ({ chat, client, catalog, demo }) => {
      await chat();
      await client.refreshCatalog(catalog, [], { modes: ['proxy'], signal });
      expect(demo.requests().map(({ endpoint, authorization, isFromInstance }) => [endpoint, authorization, isFromInstance])).toEqual([
        ['chat', 'good', false],
        ['models', 'good', false],
      ]);
    },
  );
  rule(
    'direct mode answers callers inside the network, and gets no token even if the profile has one',
    direct,
    async ({ chat, complete, client, catalog, demo }) => {
      await chat();
      await complete();
      await client.refreshCatalog(catalog, [], { modes: ['direct'], signal });
      expect(demo.requests().map(({ endpoint }) => endpoint)).toEqual(['chat', 'completion', 'models', 'models', 'models']);
      for (const record of demo.requests()) expect(record).toMatchObject({ authorization: 'none', isFromInstance: true, status: 200 });
    },
  );
  rule('direct mode accepts any non-empty key from a client library that insists on one', { ...direct, ...streamed }, async ({ demo }) => {
    const answer = await ask(demo, '/beta-4-scout/v1/chat/completions', {
      port: await localForward(demo),
      token: 'anything',
      body: chatBody('beta-4-scout'),
    });
    expect(answer.status).toBe(200);
  });
  rule(
    'direct mode rejects a network that is not permitted with HTTP 401: turn on the tunnel, or use the proxy',
    { ...direct, with: { isOutside: true } },
    async ({ chat, complete, client, catalog, demo, alpha }) => {
      const refused = { code: 'network-not-permitted', reason: 'network-not-permitted' };
      expect(await chat()).toMatchObject({ failure: refused, answer: { parts: [] } });
      expect(await chat({ model: alpha })).toMatchObject({ failure: refused });
      expect(await complete()).toMatchObject({ failure: refused });
      const { outcomes } = await client.refreshCatalog(catalog, [], { modes: ['direct'], signal });
      for (const { result } of outcomes) expect(result).toMatchObject({ kind: 'failed', failure: refused });
      for (const record of demo.requests()) expect(record).toMatchObject({ status: 401, authorization: 'none' });
    },
  );
  rule('the proxy documents chat only: sends it no text completions', proxy, async ({ complete, demo }) => {
    expect((await complete()).failure).toMatchObject({ code: 'unsupported', reason: 'completion-needs-direct' });
    expect(demo.requests()).toEqual([]);
  });
  rule('requests the proxy’s model list, and works without it', { ...proxy, ...streamed }, async ({ client, catalog, demo }) => {
    const refresh = () => client.refreshCatalog(catalog, [], { modes: ['proxy'], signal });
    expect((await refresh()).models.map(({ presence }) => presence.proxy)).toEqual(['listed', 'listed', 'listed']);
    demo.setBehaviour({ proxyHasModels: false });
    expect(await refresh()).toEqual({
      models: catalogModels(catalog),
      outcomes: [expect.objectContaining({ result: { kind: 'absent' } })],
    });
    const lift = demo.fault({ kind: 'html', endpoint: 'models' });
    expect((await refresh()).outcomes).toMatchObject([{ result: { kind: 'absent' } }]);
    lift();
    expect(demo.requests().map(({ path }) => path)).toEqual(['/api/models', '/api/models', '/api/models']);
  });
  rule(
    'the direct endpoints are POST chat/completions, POST completions and GET models',
    direct,
    async ({ chat, complete, client, catalog, demo }) => {
      expect((await chat()).failure).toBeNull();
      expect((await complete()).failure).toBeNull();
      const { outcomes } = await client.refreshCatalog(catalog.slice(0, 1), [], { modes: ['direct'], signal });
      expect(outcomes).toMatchObject([{ segment: 'engine-b', result: { kind: 'listed' } }]);
      expect(demo.requests().map(({ method, path }) => `${method} ${path}`)).toEqual([
        'POST /beta-4-scout/v1/chat/completions',
        'POST /beta-4-scout/v1/completions',
        'GET /engine-b/v1/models',
      ]);
    },
  );
});

describe('1 · The token', () => {
  rule('sends nothing without a token, and says how to create one', proxy, async ({ chat, useToken, demo }) => {
    useToken(null);
    const { failure } = await chat();
    expect(failure).toMatchObject({ code: 'token-missing', reason: 'token-missing' });
    expect(failure && describeFailure(failure).remedy).toContain('Settings > Account > API keys');
    expect(demo.requests()).toEqual([]);
  });
  rule('reports a wrong token, and says how to create a new one', proxy, async ({ chat, useToken, client, catalog }) => {
    useToken('sk-wrong');
    const refused = { code: 'token-refused', reason: 'token-refused', params: { said: 'Invalid token' } };
    const { failure } = await chat();
    expect(failure).toEqual(refused);
    expect(failure && describeFailure(failure).remedy).toContain('Settings > Account > API keys');
    const { outcomes } = await client.refreshCatalog(catalog, [], { modes: ['proxy'], signal });
    expect(outcomes).toMatchObject([{ result: { kind: 'failed', failure: refused } }]);
  });
  rule('a token can stop working at any time, and a new one works from the next request on', proxy, async ({ chat, useToken, demo }) => {
    expect((await chat()).failure).toBeNull();
    demo.revokeToken(demo.token);
    expect((await chat()).failure).toMatchObject({ code: 'token-refused', params: { said: expect.stringContaining('expired') } });
    useToken(demo.createToken());
    expect(textOf(await chat())).toBe('hello');
  });
  rule('completes an answer whose token stops working in the middle', { ...proxy, ...streamed }, async ({ rig, demo }) => {
    demo.fault({ kind: 'stall', after: 4, ms: 1 });
    const manner = { mode: 'proxy', isStreamed: true, onDelta: () => demo.revokeToken(demo.token) } as const;
    expect(await rig.chat({}, manner)).toMatchObject({ failure: null, answer: { finish: 'stop' } });
  });
  rule('reports disabled API keys by their own 403, and works again once they are enabled', proxy, async ({ chat, demo }) => {
    demo.allowTokens(false);
    expect((await chat()).failure).toMatchObject({ code: 'token-forbidden', params: { said: expect.stringContaining('not enabled') } });
    demo.allowTokens(true);
    expect((await chat()).failure).toBeNull();
  });
  rule('the token is a password: it is in no outcome and no request log', proxy, async ({ chat, demo }) => {
    const told = [await chat()];
    demo.revokeToken(demo.token);
    told.push(await chat());
    demo.allowTokens(false);
    told.push(await chat());
    expect(JSON.stringify([told, demo.requests()])).not.toContain(demo.token);
  });
});
