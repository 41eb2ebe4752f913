/** @module-tag long */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { expectThroughTunnel, oss, useClientFixture, scout, unproxied } from './client-fixture.ts';

const here = useClientFixture();
const run = promisify(execFile);
const script = path.join(import.meta.dirname, 'ask-script.py');

/** Runs a Python script like one in a notebook, with the standard library only. */
async function python(args: readonly string[], environment: Readonly<Record<string, string>> = {}): Promise<unknown> {
  const { stdout } = await run('python3', ['-I', script, ...args], { env: { ...unproxied(process.env), ...environment } });
  return JSON.parse(stdout);
}

const expected = {
  models: expect.any(Array),
  chat: expect.stringContaining('**42**'),
  streamed: expect.stringContaining('**42**'),
  called: { city: 'Rome' },
  tools: expect.stringContaining('| celsius | 21 |'),
  text: ' 8, 10,',
  streamed_text: ' 8, 10,',
};

test.for([scout, oss])('%s: lists models, chats, streams, calls tools and completes text', async (model) => {
  const fixture = here();
  expect(await python([fixture.base, model, ''])).toEqual(expected);
  expectThroughTunnel(fixture);
});

test('does the same with the unchanged direct address and HTTPS_PROXY, with TLS end to end', async () => {
  const fixture = here();
  const args = [fixture.directBase(scout), scout, fixture.caFile];
  const environment = { HTTPS_PROXY: `http://127.0.0.1:${fixture.port}` };
  expect(await python(args, environment)).toEqual({ ...expected, models: [scout] });
  expectThroughTunnel(fixture, 'end-to-end');
  await expect(python(args)).rejects.toMatchObject({ stderr: expect.stringContaining('401') });
});
