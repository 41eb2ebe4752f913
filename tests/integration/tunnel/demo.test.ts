import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Demo } from '../../support/demo/demo.ts';
import type { Tunnel } from '../../../electron/core/tunnel/tunnel.ts';
import { createUpstream, networkFailure, type Upstream } from '../../../electron/core/upstream/upstream.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { chatBody, requestThat, testDemo } from '../demo/demo-fixture.ts';
import { demoTunnel, hopTo, keyIdentity, never, offering, passwordIdentity, plainOpenssh, stateOf } from './tunnel-fixture.ts';
import { must } from '../../support/must.ts';

function throughTunnel(demo: Demo, tunnel: Tunnel): Upstream {
  const upstream = createUpstream({ origin: demo.baseUrl, route: { kind: 'dial', dial: tunnel.dial }, authorities: [demo.ca] });
  onTestFinished(upstream.dispose);
  return upstream;
}

const models = '/gamma-oss-120b/v1/models';
const json = { 'content-type': 'application/json' };

test('reaches the direct engines through the tunnel, by key and by password', async () => {
  const demo = await testDemo();
  for (const identity of [keyIdentity(demo.instance.privateKey), passwordIdentity(demo.instance.password)]) {
    const upstream = throughTunnel(demo, demoTunnel(demo, { identities: offering(identity) }));
    const answer = await upstream.request({ method: 'GET', path: models, signal: never });
    expect(answer).toMatchObject({ ok: true, value: { status: 200 } });
    if (answer.ok) await answer.value.body.toArray();
  }
});

test('reaches the direct engines through the system’s ssh', async () => {
  const demo = await testDemo();
  const keyFile = path.join(await temporaryFolder(), 'key');
  await writeFile(keyFile, demo.instance.privateKey, { mode: 0o600 });
  const hops = [hopTo(demo.instance, { identityFiles: [keyFile], identitiesOnly: true })] as const;
  const upstream = throughTunnel(demo, demoTunnel(demo, { hopChain: { hops, notes: [] }, systemSsh: plainOpenssh }));
  const answer = await upstream.request({ method: 'GET', path: models, signal: never });
  expect(answer).toMatchObject({ ok: true, value: { status: 200 } });
  if (answer.ok) await answer.value.body.toArray();
});

test('doesn’t send a POST twice when its connection dies, and its stream doesn’t end as if complete', async () => {
  const demo = await testDemo({ faults: [{ kind: 'stall', after: 1 }] });
  const tunnel = demoTunnel(demo);
  const upstream = throughTunnel(demo, tunnel);
  const arrived = requestThat(demo, () => true);
  const answer = must(
    await upstream.request({
      method: 'POST',
      path: '/gamma-oss-120b/v1/chat/completions',
      headers: json,
      body: JSON.stringify(chatBody('gamma-oss-120b', 'Hi', { stream: true })),
      signal: never,
    }),
  );
  const end = answer.body.toArray().then(
    () => 'complete',
    (error: unknown) => networkFailure(error, 'demo').code,
  );
  await arrived.catch(() => undefined);
  demo.instance.dropConnections();
  expect(await end).toBe('connection-lost');
  await stateOf(tunnel, 'ready');
  const again = await upstream.request({ method: 'GET', path: models, signal: never });
  expect(again).toMatchObject({ ok: true, value: { status: 200 } });
  if (again.ok) await again.value.body.toArray();
  expect(demo.requests().filter(({ method }) => method === 'POST')).toHaveLength(1);
});

test('survives the demo’s own faults', async () => {
  const demo = await testDemo();
  const tunnel = demoTunnel(demo);
  tunnel.start();
  await stateOf(tunnel, 'ready');
  demo.instance.changeHostKey();
  demo.instance.dropConnections();
  expect((await stateOf(tunnel, 'failed')).failure.code).toBe('host-key-changed');
  const forbidden = await testDemo({ faults: ['refuse-forwarding'] });
  const upstream = throughTunnel(forbidden, demoTunnel(forbidden));
  expect(await upstream.request({ method: 'GET', path: models, signal: never })).toMatchObject({
    ok: false,
    failure: { code: 'forwarding-forbidden' },
  });
});
