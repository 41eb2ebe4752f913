/** @module-tag long */
import { execFile, spawnSync } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import type { PendingSshQuestion } from '../../../electron/contract/connection.ts';
import { must } from '../../support/must.ts';
import { parseAnswers, call, openRunFixture, stallAfter } from './runs-fixture.ts';

const rows = 60;

/** Returns the export of an undisturbed run. */
async function undisturbed(): Promise<readonly (readonly unknown[])[]> {
  const bed = await openRunFixture({ rows });
  await bed.finish();
  return parseAnswers(await bed.exportText('jsonl'));
}

test('answers every row as in an undisturbed run when the service sometimes returns 429, 500 or garbage', async () => {
  const bed = await openRunFixture({ rows });
  const { demo } = bed.service;
  const target = { endpoint: 'chat', count: 2 } as const;
  for (const status of [429, 500, 503]) demo.fault({ kind: 'status', status, retryAfter: 1, ...target });
  for (const kind of ['malformed-stream', 'cut-stream', 'stream-error', 'html'] as const) demo.fault({ kind, ...target });
  const finished = await bed.finish();
  expect(finished.progress).toMatchObject({ done: rows, failed: 0 });
  expect(finished.progress.requests).toBeGreaterThan(rows);
  expect(finished.progress.refused).toBeGreaterThan(0);
  expect(parseAnswers(await bed.exportText('jsonl'))).toEqual(await undisturbed());
});

test('fails every row with one error when a gateway rejects all, and retries all of them', async () => {
  const bed = await openRunFixture({ rows: 8 });
  const heal = bed.service.demo.fault({ kind: 'status', status: 413, endpoint: 'chat' });
  const failed = await bed.finish();
  expect(failed.progress).toMatchObject({ done: 0, failed: 8, requests: 8, failures: [{ code: 'request-rejected', count: 8 }] });
  heal();
  must(await bed.core.runs.retry({ id: bed.id, cell: { row: 3, variantId: 'b.t', repeat: 1 } }, call));
  expect((await bed.until('finished')).progress).toMatchObject({ done: 1, failed: 7 });
  must(await bed.core.runs.retry({ id: bed.id, cell: null }, call));
  expect((await bed.until('finished')).progress).toMatchObject({ done: 8, failed: 0, failures: [] });
});

test.each([
  [406, 'not-the-service'],
  [413, 'request-rejected'],
])(
  'fails only the rows that a gateway rejects with a web page, status %d, after one request each (catches a run that never ends)',
  async (status, code) => {
    const bed = await openRunFixture({ rows: 20 });
    bed.service.demo.fault({ kind: 'status', status, endpoint: 'chat', count: 10 });
    const { progress } = await bed.finish();
    expect(progress).toMatchObject({ done: 10, failed: 10, requests: 20, failures: [{ code, count: 10 }] });
  },
);

test('retries further cells while one is retried (catches cells that stay without an answer in a finished run)', async () => {
  const bed = await openRunFixture({ rows: 4 });
  const { runs } = bed.core;
  const heal = bed.service.demo.fault({ kind: 'status', status: 413, endpoint: 'chat' });
  expect((await bed.finish()).progress).toMatchObject({ done: 0, failed: 4 });
  heal();
  const release = bed.service.demo.fault({ kind: 'stall', endpoint: 'chat' });
  const cell = (row: number) => ({ id: bed.id, cell: { row, variantId: 'b.t', repeat: 1 } });
  must(await runs.retry(cell(1), call));
  const others = [runs.retry(cell(2), call), runs.retry(cell(3), call), runs.retry({ id: bed.id, cell: null }, call)];
  await expect.poll(async () => must(await runs.cell(cell(4), call)).state).toBe('pending');
  release();
  for (const other of others) must(await other);
  await bed.untilDone(4);
  expect((await bed.until('finished')).progress).toMatchObject({ done: 4, failed: 0 });
});

test('waits when the token is revoked, and continues with a new one', async () => {
  const bed = await openRunFixture({ rows, changes: { concurrency: 3 } });
  const release = stallAfter(bed.service.demo, 5);
  must(await bed.core.runs.start({ id: bed.id }, call));
  await bed.untilDone(5);
  bed.service.demo.revokeToken(bed.service.demo.token);
  release();
  await expect.poll(async () => (await bed.read()).wait?.reason).toBe('token');
  expect(await bed.read()).toMatchObject({ state: 'running', wait: { failure: { code: 'token-refused' } } });
  const { activeId } = must(await bed.core.handlers['profiles.read'](undefined, call));
  const token = bed.service.demo.createToken();
  must(await bed.core.handlers['token.set']({ profileId: activeId ?? '', token, keeping: 'keychain', isUnchecked: false }, call));
  expect((await bed.until('finished')).progress).toMatchObject({ done: rows, failed: 0 });
  expect(parseAnswers(await bed.exportText('jsonl'))).toEqual(await undisturbed());
});

/** Returns whether a small disk can be mounted, which needs root and does not work in every container. */
function canMount(): boolean {
  return process.getuid?.() === 0 && spawnSync('unshare', ['-m', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status === 0;
}

test.runIf(canMount())('waits when the disk is full, and loses nothing when there is room again', async () => {
  const run = promisify(execFile);
  const prepare = async (folder: string): Promise<void> => {
    const data = path.join(folder, 'data');
    await mkdir(data);
    await run('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', data]);
    onTestFinished(async () => void (await run('umount', ['--lazy', data])));
  };
  const bed = await openRunFixture({ rows, changes: { concurrency: 3 }, prepare });
  const release = stallAfter(bed.service.demo, 5);
  const filler = path.join(bed.folder, 'data', 'filler');
  must(await bed.core.runs.start({ id: bed.id }, call));
  await bed.untilDone(5);
  await expect(writeFile(filler, Buffer.alloc(16 * 1024 * 1024))).rejects.toMatchObject({ code: 'ENOSPC' });
  release();
  await expect.poll(async () => (await bed.read()).wait?.reason).toBe('storage');
  const full = await bed.read();
  expect(full).toMatchObject({ state: 'running', wait: { failure: { reason: 'database-disk-full' } }, progress: { failed: 0 } });
  expect(full.progress.done).toBeLessThan(rows);
  await rm(filler);
  expect((await bed.until('finished')).progress).toMatchObject({ done: rows, failed: 0, requests: rows });
  expect(parseAnswers(await bed.exportText('jsonl'))).toEqual(await undisturbed());
});

test('waits when the tunnel is cut, and loses nothing', async () => {
  const bed = await openRunFixture({ rows, changes: { concurrency: 3 }, connect: { mode: 'direct', hasInstance: true } });
  const release = stallAfter(bed.service.demo, 5);
  const { handlers } = bed.core;
  const reply = (questions: readonly PendingSshQuestion[]): void => {
    for (const { id, question } of questions) {
      const { password } = bed.service.demo.instance;
      const answer =
        question.kind === 'host-key'
          ? ({ kind: 'host-key', isTrusted: true } as const)
          : ({ kind: 'prompts', answers: [password] } as const);
      void handlers['questions.answer']({ id, reply: answer }, call);
    }
  };
  bed.core.listen(({ event, payload }) => void (event === 'questions.changed' && reply(payload)));
  reply(must(await handlers['questions.read'](undefined, call)));
  must(await bed.core.runs.start({ id: bed.id }, call));
  await bed.untilDone(5);
  must(await handlers['tunnel.stop'](undefined, call));
  release();
  await expect.poll(async () => (await bed.read()).wait?.reason).toBe('connection');
  must(await handlers['tunnel.reconnect'](undefined, call));
  expect((await bed.until('finished')).progress).toMatchObject({ done: rows, failed: 0 });
  expect(parseAnswers(await bed.exportText('jsonl'))).toEqual(await undisturbed());
});
