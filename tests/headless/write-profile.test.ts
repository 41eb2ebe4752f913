import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';
import { readOwnProfileFile } from '../../electron/core/profiles/profiles.ts';
import { createReporter } from '../../electron/headless/reporter.ts';
import { writeProfile } from '../../electron/headless/write-profile.ts';
import { must } from '../support/must.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const zero = () => 0;
const nothing = { service: undefined, instance: undefined, segments: [] };

async function init(given: Partial<typeof nothing> | object, typed?: string, shutdown = new AbortController().signal) {
  const file = path.join(await temporaryFolder(), 'lab.causeway.json');
  const printed: string[] = [];
  const input = Object.assign(new PassThrough(), { isTTY: typed !== undefined, setRawMode: () => undefined });
  const output = new PassThrough();
  // a terminal returns a line when it is asked for one
  const lines = typed?.split('\n') ?? [];
  output.on('data', (piece: Buffer) => {
    if (piece.toString().endsWith(': ')) input.write(`${lines.shift() ?? ''}\n`);
  });
  const report = createReporter(false, (line) => void printed.push(line), zero);
  const code = await writeProfile({ init: { ...nothing, ...given }, profile: file, mode: undefined }, report, { input, output, shutdown });
  return { file, code, printed: printed.join('\n') };
}

test('writes a readable profile from flags alone', async () => {
  const { file, code, printed } = await init({ service: 'https://models.example.org/', instance: 'ada@lab:2222', segments: ['engine-b'] });
  expect([code, printed]).toEqual([0, expect.stringContaining('--check')]);
  expect(must(readOwnProfileFile(await readFile(file, 'utf8')))).toMatchObject({
    draft: {
      service: { baseUrl: 'https://models.example.org', catalog: [{ segment: 'engine-b' }] },
      instance: { host: 'lab', port: 2222, login: 'ada' },
      mode: 'direct',
    },
    unknown: [],
  });
});

// catches a profile without an instance, which the next attempt would not overwrite
test('writes nothing if the user presses Ctrl+C at a question', async () => {
  const shutdown = new AbortController();
  const onInterrupt = (): void => shutdown.abort();
  process.once('SIGINT', onInterrupt);
  onTestFinished(() => void process.off('SIGINT', onInterrupt));
  const { file, code } = await init({}, 'https://models.example.org\n\u0003', shutdown.signal);
  expect([code, existsSync(file)]).toEqual([65, false]);
});

test('asks at the terminal for missing values', async () => {
  const { file, code } = await init({}, 'https://models.example.org\nlab\nengine-b, gamma');
  expect(code).toBe(0);
  expect(must(readOwnProfileFile(await readFile(file, 'utf8'))).draft).toMatchObject({
    service: { catalog: [{ segment: 'engine-b' }, { segment: 'gamma' }] },
    instance: { host: 'lab' },
  });
  const proxy = await init({}, 'https://models.example.org\n');
  expect(must(readOwnProfileFile(await readFile(proxy.file, 'utf8'))).draft).toMatchObject({ instance: null, mode: 'proxy' });
});

test.for([
  [{}, '--service'],
  [{ service: 'models.example.org' }, 'https://'],
  [{ service: 'https://x', instance: 'a b' }, 'user@host'],
  [{ service: 'https://x', instance: 'a@b:70000' }, 'user@host'],
  [{ service: 'https://x', segments: ['../x'] }, 'engine path'],
] as const)('rejects %j with a sentence', async ([given, message]) => {
  const { code, printed } = await init(given);
  expect([code, printed]).toEqual([64, expect.stringContaining(message)]);
});

test('never overwrites an existing file', async () => {
  const { file } = await init({ service: 'https://x' });
  await writeFile(file, 'mine');
  const report = createReporter(false, () => undefined, zero);
  const around = { input: new PassThrough(), output: new PassThrough(), shutdown: new AbortController().signal };
  expect(await writeProfile({ init: { ...nothing, service: 'https://x' }, profile: file, mode: undefined }, report, around)).toBe(73);
  expect(await readFile(file, 'utf8')).toBe('mine');
});
