import http, { type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test, vi } from 'vitest';
import { defaultLocalApiSettings } from '../../../../electron/contract/local-api.ts';
import { defaultLimits } from '../../../../electron/core/local-api/limits.ts';
import { openLocalApiPort } from '../../../../electron/core/local-api/port/local-api-port.ts';
import { freePort } from '../../../support/free-port.ts';

/** Opens a port with one running answer and moves to the demo's. */
async function leavePort() {
  const settings = { ...defaultLocalApiSettings, port: await freePort(), demoPort: await freePort() };
  const begun = Promise.withResolvers<ServerResponse>();
  const port = openLocalApiPort({
    isOn: true,
    limits: defaultLimits,
    onChange: () => undefined,
    onRequest: (_target, _request, response) => {
      response.write('half, ');
      begun.resolve(response);
    },
    onConnect: (_target, _request, socket) => void socket.destroy(),
    isProven: () => true,
  });
  onTestFinished(() => port.close(0));
  await port.sync(settings, false);
  const answer = new Promise<http.IncomingMessage>((resolve, reject) => {
    http.get({ host: '127.0.0.1', port: settings.port, agent: false }, resolve).on('error', reject);
  }).then((incoming) => text(incoming));
  answer.catch(() => undefined);
  const response = await begun.promise;
  await port.sync(settings, true);
  expect(port.number()).toBe(settings.demoPort);
  return { port, settings, response, answer };
}

test('lets a running answer end on a port that was left (catches one that is cut off after a minute)', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const { response, answer } = await leavePort();
  vi.advanceTimersByTime(29 * 60_000);
  response.end('and half');
  expect(await answer).toBe('half, and half');
});

test('ends a running answer on a port that was left when the program ends', async () => {
  const { port, answer } = await leavePort();
  await port.close(0);
  await expect(answer).rejects.toThrow('aborted');
});

test('ends a running answer on a port that was left soon after the local API is switched off', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const { port, settings, answer } = await leavePort();
  await port.sync({ ...settings, isOn: false }, true);
  vi.advanceTimersByTime(10_000);
  await expect(answer).rejects.toThrow('aborted');
});
