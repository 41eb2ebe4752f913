/** @module-tag long */
import { readFile, rm, writeFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { model as findDemoModel } from '../../core/demo/engine-fixture.ts';
import { startRelay } from '../../support/relay.ts';
import { numbered, prepareRun } from './run-table-fixture.ts';

test('--run after a kill requests only rows without a result', async () => {
  const { demo, startRun, countRequests, countSaved, readResults } = await prepareRun(60, { concurrency: 2 });
  // ten are answered, and all others wait
  demo.fault({ kind: 'slow-first-byte', ms: 1, endpoint: 'chat', count: 10 });
  const slow = demo.fault({ kind: 'slow-first-byte', ms: 600_000, endpoint: 'chat' });
  const first = startRun();
  await expect.poll(countRequests).toBe(12);
  await expect.poll(countSaved).toBe(10);
  first.child.kill('SIGKILL');
  await first.ended;
  slow();
  expect(await startRun().ended).toBe(0);
  expect((await readResults()).map(({ answer }) => answer)).toEqual(numbered(60));
  expect(countRequests()).toBe(60 + 2); // the requests in flight were repeated
});

test('--run continues when the computer wakes up and its connections are lost', async () => {
  const { demo, profileFile, startRun, countRequests, readResults } = await prepareRun(30, { concurrency: 8 });
  const { port } = new URL(demo.baseUrl);
  const relay = await startRelay(Number(port));
  onTestFinished(relay.close);
  await writeFile(profileFile, (await readFile(profileFile, 'utf8')).replaceAll(`localhost:${port}`, `localhost:${relay.port}`));
  demo.fault({ kind: 'stall', after: 1, endpoint: 'chat', count: 8 });
  const run = startRun();
  await expect.poll(countRequests).toBe(8);
  run.child.kill('SIGSTOP');
  relay.cut();
  await delay(3000);
  run.child.kill('SIGCONT');
  expect(await run.ended).toBe(0);
  expect((await readResults()).map(({ answer }) => answer)).toEqual(numbered(30));
  expect(countRequests()).toBe(30 + 8);
});

test('--run whose token is rejected ends with 77, writes the results so far, and continues later', async () => {
  const { demo, startRun, countRequests, countSaved, readResults } = await prepareRun(4, { concurrency: 1 });
  // the token expires during the third request
  demo.fault({ kind: 'stall', after: 0, ms: 1, endpoint: 'chat', count: 2 });
  const stalled = demo.fault({ kind: 'stall', after: 0, endpoint: 'chat' });
  const rejected = startRun();
  await expect.poll(countRequests).toBe(3);
  await expect.poll(countSaved).toBe(2);
  const expired = demo.fault({ kind: 'status', status: 401, endpoint: 'chat' });
  stalled();
  expect(await rejected.ended).toBe(77);
  expect(await rejected.line('run')).toMatchObject({ state: 'paused', done: 3, pending: 1 });
  expect(rejected.lines.filter(({ event }) => event === 'failure')).toMatchObject([{ code: 'token-refused' }]);
  expect((await readResults()).map(({ answer }) => answer)).toEqual(numbered(3));
  expired();
  expect(await startRun().ended).toBe(0);
  expect((await readResults()).map(({ answer }) => answer)).toEqual(numbered(4));
});

test('--run that is stopped with pending rows ends with 65, writes the results so far, and continues later', async () => {
  const { demo, startRun, countRequests, countSaved, readResults } = await prepareRun(4, { concurrency: 1 });
  demo.fault({ kind: 'stall', after: 0, ms: 1, endpoint: 'chat', count: 2 });
  const release = demo.fault({ kind: 'stall', after: 0, endpoint: 'chat' });
  const stopped = startRun();
  await expect.poll(countRequests).toBe(3);
  await expect.poll(countSaved).toBe(2);
  stopped.child.kill('SIGTERM');
  expect(await stopped.ended).toBe(65);
  expect(await stopped.line('run')).toMatchObject({ state: 'paused', done: 2, failed: 0, pending: 2 });
  expect((await readResults()).map(({ answer }) => answer)).toEqual(numbered(2));
  release();
  expect(await startRun().ended).toBe(0);
  expect((await readResults()).map(({ answer }) => answer)).toEqual(numbered(4));
});

test('--run for an account that may not use the service ends with 77 and fails no row', async () => {
  const { demo, startRun } = await prepareRun(4, {});
  demo.fault({ kind: 'status', status: 403, endpoint: 'chat' });
  const run = startRun();
  expect(await run.ended).toBe(77);
  expect(await run.line('run')).toMatchObject({ state: 'paused', failed: 0, pending: 4 });
  expect(run.lines.filter(({ event }) => event === 'failure')).toMatchObject([{ code: 'token-forbidden' }]);
});

test('--run that needs the other mode ends with 78 and fails no row (catches a process that waits forever)', async () => {
  const { startRun, countRequests } = await prepareRun(2, { kind: 'text' });
  const run = startRun();
  expect(await run.ended).toBe(78);
  expect(await run.line('run')).toMatchObject({ state: 'paused', failed: 0, pending: 2 });
  expect(run.lines.filter(({ event }) => event === 'failure')).toMatchObject([{ reason: 'completion-needs-direct' }]);
  expect(countRequests()).toBe(0);
});

test('--run whose model disappears ends with 78, fails no row, and continues when it is back (catches a process that waits forever)', async () => {
  const { demo, startCheck, startRun, readResults } = await prepareRun(2, {});
  const model = findDemoModel('beta-4-scout');
  demo.removeModel(model.id);
  await startCheck().ended; // stores the lists, which are otherwise read during the first request
  const run = startRun();
  expect(await run.ended).toBe(78);
  expect(await run.line('run')).toMatchObject({ state: 'paused', failed: 0, pending: 2 });
  expect(run.lines.filter(({ event }) => event === 'failure')).toMatchObject([{ code: 'unknown-model' }]);
  demo.addModel(model);
  expect(await startRun().ended).toBe(0); // its stored lists are without the model
  expect((await readResults()).map(({ answer }) => answer)).toEqual(numbered(2));
});

test('--run with a wrong token ends with 77', async () => {
  const { startRun } = await prepareRun(2, {});
  const run = startRun('sk-wrong');
  expect(await run.ended).toBe(77);
  expect(run.lines.filter(({ event }) => event === 'failure')).toMatchObject([{ code: 'token-refused' }]);
});

test('--run whose connection fails for good ends with its exit code and writes its results', async () => {
  const { at, demo, profileFile, startRun, countRequests, readResults } = await prepareRun(2, { concurrency: 1 });
  const stalled = demo.fault({ kind: 'stall', after: 0, endpoint: 'chat' });
  const first = startRun();
  await expect.poll(countRequests).toBe(1);
  demo.fault({ kind: 'status', status: 401, endpoint: 'chat' }); // rejects the second request
  stalled();
  expect(await first.ended).toBe(77);
  await rm(at('results.jsonl'));
  const profile = JSON.parse(await readFile(profileFile, 'utf8')) as object;
  await writeFile(profileFile, JSON.stringify({ ...profile, mode: 'direct' }));
  const run = startRun(); // its instance needs a host key, and there is no terminal
  expect(await run.ended).toBe(77);
  expect(await run.line('run')).toMatchObject({ state: 'paused', done: 1, pending: 1 });
  expect((await readResults()).map(({ answer }) => answer)).toEqual(numbered(1));
});
