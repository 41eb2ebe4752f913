import { chmod, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { ClientProgram, OfferedModel } from '../../../electron/core/client-programs/client-program.ts';
import { clientPrograms, findCommand, proposeModel, unfitFor } from '../../../electron/core/client-programs/client-programs.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const model = (id: string, more: Partial<OfferedModel> = {}): OfferedModel => ({
  id,
  contextLength: 131_072,
  callsTools: true,
  reasons: false,
  seesImages: false,
  ...more,
});
const programOf = (id: string): ClientProgram => {
  const found = clientPrograms.find((program) => program.id === id);
  if (!found) throw new Error(`no program ${id}`);
  return found;
};
const facts = { origin: 'http://127.0.0.1:7333', key: 'cw-key', model: model('oss'), models: [model('oss'), model('scout')] };

test('proposes the model that calls tools and has the most room', () => {
  const models = [
    model('thinker', { callsTools: false, contextLength: 200_000 }),
    model('new', { callsTools: null, contextLength: 300_000 }),
    model('scout', { contextLength: 65_536 }),
    model('oss'),
  ];
  expect(proposeModel(programOf('codex'), models)?.id).toBe('oss');
  expect(proposeModel(programOf('codex'), models.slice(0, 2))?.id).toBe('new');
  expect(proposeModel(programOf('codex'), models.slice(0, 1))).toBeUndefined();
});

test.each([
  ['codex', model('thinker', { callsTools: false }), 'It can’t call tools.'],
  ['claude', model('short', { contextLength: 32_768 }), 'Its context of 32,768 tokens is too short. At least 48,000 are needed.'],
  ['claude', model('lab/oss'), 'Claude Code doesn’t take a model name with a slash.'],
  ['codex', model('lab/oss'), undefined],
  ['claude', model('unknown', { contextLength: null, callsTools: null }), undefined],
])('says why %s can’t use a model', (id, offered, reason) => {
  expect(unfitFor(programOf(id), offered)).toBe(reason);
});

test('gives each program the local key and the model, and nothing in a file of the user’s', () => {
  for (const program of clientPrograms) {
    const { args, environment, file } = program.plan(facts);
    const all = JSON.stringify([args, environment, file]);
    expect(all, program.id).toContain('cw-key');
    expect(all, program.id).toContain('oss');
    expect(all, program.id).toContain('http://127.0.0.1:7333');
    expect(args.join(' '), program.id).not.toContain('cw-key'); // every OS user can read arguments
  }
});

test.each([
  ['opencode', { input: ['text', 'image'], output: ['text'] }],
  ['continue', ['tool_use', 'image_input']],
])('tells %s that a model sees images', (id, told) => {
  const seeing = model('scout', { seesImages: true });
  const { environment, file } = programOf(id).plan({ ...facts, model: seeing, models: [seeing] });
  expect(JSON.stringify([environment, file]).replaceAll('\\', '')).toContain(JSON.stringify(told));
});

test('finds a command as a shell does', async () => {
  const folder = await temporaryFolder();
  const [first, second] = [path.join(folder, 'first'), path.join(folder, 'second')];
  await Promise.all([first, second].map((each) => mkdir(each)));
  await writeFile(path.join(first, 'codex'), '');
  await chmod(path.join(first, 'codex'), 0o644);
  await writeFile(path.join(second, 'codex'), '');
  await chmod(path.join(second, 'codex'), 0o755);
  expect(await findCommand('codex', { PATH: `${first}:${second}` }, 'linux')).toBe(path.join(second, 'codex'));
  expect(await findCommand('codex', { PATH: first }, 'linux')).toBeUndefined();
  expect(await findCommand('codex', {}, 'linux')).toBeUndefined();
});
