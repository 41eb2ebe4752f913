import { expect, test } from 'vitest';
import { catalogModels } from '../../../electron/core/llm-client/llm-client.ts';
import { sendJson } from '../../support/https-server.ts';
import { rig } from './client-rig.ts';
import { alpha, beta, catalog, gamma } from './models.ts';

test('refreshes all segments in parallel with an outcome for each, and keeps the last good models', async () => {
  let waiting = 0;
  const gate = Promise.withResolvers<void>();
  const { client } = await rig((seen, response) => {
    // Answers only after all have requested, so that sequential requests would never end.
    if ((waiting += 1) === 4) gate.resolve();
    const answer = async (): Promise<void> => {
      await gate.promise;
      if (seen.path === '/base/engine-b/v1/models')
        sendJson(response, 200, { object: 'list', data: [{ id: 'alpha-R2', max_model_len: 9 }] });
      else if (seen.path === '/base/beta-4-scout/v1/models') sendJson(response, 500, { error: 'down' });
      else if (seen.path === '/base/api/models') response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html>');
      else sendJson(response, 401, { error: 'Unauthorized' });
    };
    void answer();
  });
  const { signal } = new AbortController();
  const previous = catalogModels(catalog, [
    { ...alpha, presence: { proxy: 'unchecked', direct: 'listed' } },
    { ...beta, presence: { proxy: 'unchecked', direct: 'listed' } },
    { ...gamma, presence: { proxy: 'unchecked', direct: 'listed' } },
  ]);
  const { models, outcomes } = await client.refreshCatalog(catalog, previous, { modes: ['direct', 'proxy'], signal });
  expect(
    outcomes.map((outcome) => [
      outcome.segment ?? outcome.mode,
      outcome.result.kind,
      outcome.result.kind === 'failed' ? outcome.result.failure.code : '',
    ]),
  ).toEqual([
    ['engine-b', 'listed', ''],
    ['beta-4-scout', 'failed', 'service-error'],
    ['gamma-oss-120b', 'failed', 'network-not-permitted'],
    ['proxy', 'absent', ''],
  ]);
  expect(models.map((model) => `${model.id} ${model.presence.direct}`)).toEqual([
    'alpha-R1 gone',
    'beta-4-scout listed',
    'gamma-oss-120b listed',
    'alpha-R2 listed',
  ]);
});
