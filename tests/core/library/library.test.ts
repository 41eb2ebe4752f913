import { readFile } from 'node:fs/promises';
import path from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { plainConversationSettings } from '../../../electron/contract/constants.ts';
import type { Library } from '../../../electron/contract/library.ts';
import { openLibrary, readPresetFile, writePresetFile } from '../../../electron/core/library/library.ts';
import { createEventBus } from '../../../electron/core/shared/event-bus.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { must } from '../../support/must.ts';

const settings = { ...plainConversationSettings, model: 'beta-4-scout', systemPrompt: 'Be brief.', parameters: { temperature: 0.2 } };
const preset = { id: 'one', name: 'Brief', settings };
const silent = createEventBus();

test('emits saved entries, replaces them by id, and has them after a restart', async () => {
  const folder = await temporaryFolder();
  const events = createEventBus();
  const emitted: Library[] = [];
  events.listen((message) => {
    if (message.event === 'library.changed') emitted.push(message.payload);
  });
  const library = await openLibrary(folder, events);
  await library.putPreset(preset);
  await library.putPreset({ ...preset, name: 'Very brief' });
  await library.putPrompt({ id: 'p', name: 'Summary', text: 'Summarise {{text}} in {{language}}.' });
  await library.setFavourite('beta-4-scout', true);
  await library.setFavourite('beta-4-scout', true);
  const expected = {
    presets: [{ ...preset, name: 'Very brief' }],
    prompts: [{ id: 'p', name: 'Summary', text: 'Summarise {{text}} in {{language}}.' }],
    favouriteModels: ['beta-4-scout'],
  };
  expect(library.read()).toEqual(expected);
  expect(emitted).toHaveLength(5);
  expect(emitted.at(-1)).toEqual(expected);
  expect((await openLibrary(folder, silent)).read()).toEqual(expected);
  await library.removePreset('one');
  await library.removePrompt('p');
  await library.setFavourite('beta-4-scout', false);
  expect(JSON.parse(await readFile(path.join(folder, 'library.json'), 'utf8'))).toMatchObject({
    data: { presets: [], prompts: [], favouriteModels: [] },
  });
});

test('puts removed prompts and presets back where they were (catches an undo that moves them to the end)', async () => {
  const library = await openLibrary(await temporaryFolder(), silent);
  for (const id of ['1', '2', '3']) {
    await library.putPrompt({ id, name: id, text: id });
    await library.putPreset({ ...preset, id });
  }
  await library.removePrompt('2');
  await library.removePrompt('1');
  await library.removePreset('1');
  await library.putPrompt({ id: '2', name: '2', text: '2' });
  await library.putPrompt({ id: '1', name: '1', text: '1' });
  const { prompts, presets } = must(await library.putPreset({ ...preset, id: '1' }));
  expect([prompts, presets].map((items) => items.map(({ id }) => id))).toEqual([
    ['1', '2', '3'],
    ['1', '2', '3'],
  ]);
});

test('copies a preset between libraries as a file, beside one of the same name', async () => {
  const library = await openLibrary(await temporaryFolder(), silent);
  await library.putPreset({ ...preset, settings: { ...settings, toolIds: ['my-tool'] } });
  const exported = must(library.exportPreset('one'));
  expect(exported.name).toBe('Brief');
  await library.importPreset(exported.text);
  const [own, imported] = library.read().presets;
  expect(own).toMatchObject({ id: 'one', settings: { toolIds: ['my-tool'] } });
  expect(imported).toMatchObject({ name: 'Brief (2)', settings: { ...settings, toolIds: [] } });
  expect(imported?.id).not.toBe('one');
  expect(library.exportPreset('gone')).toMatchObject({ ok: false });
});

test('enables no tool of a shared preset, whatever it names', () => {
  const hostile = JSON.stringify({ causeway: 'preset', version: 1, preset: { name: 'x', settings: { ...settings, toolIds: ['rm'] } } });
  expect(readPresetFile(hostile)).toEqual({ ok: true, value: { name: 'x', settings } });
});

test.for(['', 'null', '[]', '{}', '{"causeway":"preset","version":1}', '{"causeway":"preset","version":1,"preset":{"name":""}}'])(
  'rejects a file that is no preset: %s',
  (text) => expect(readPresetFile(text)).toMatchObject({ ok: false, failure: { code: 'invalid-input', reason: 'preset-file-invalid' } }),
);

test('says that a preset is of a newer version', () =>
  expect(readPresetFile('{"causeway":"preset","version":2,"preset":{}}')).toMatchObject({ failure: { reason: 'preset-newer' } }));

test('drops a preset field that would reach Object.prototype', () => {
  const text = JSON.stringify({ causeway: 'preset', version: 1, preset: { name: 'x', settings } });
  const hostile = text.replace('"parameters":{', '"parameters":{"extra":{"__proto__":{"isAdmin":true},"top_k":4},');
  expect(JSON.parse(hostile)).not.toEqual(JSON.parse(text));
  const read = must(readPresetFile(hostile));
  expect(JSON.stringify(read.settings.parameters.extra)).toBe('{"top_k":4}');
  expect(Object.hasOwn(Object.prototype, 'isAdmin')).toBe(false);
});

test('reads back what it wrote, whatever the settings', () => {
  const parameterName = fc.string().filter((each) => each !== '__proto__');
  const record = {
    name: fc.string({ minLength: 1, maxLength: 120 }).filter((name) => name === name.trim() && name !== ''),
    systemPrompt: fc.string(),
  };
  fc.assert(
    fc.property(fc.record({ ...record, extra: fc.dictionary(parameterName, fc.jsonValue()) }), ({ name, systemPrompt, extra }) => {
      const own = { ...settings, systemPrompt, parameters: JSON.parse(JSON.stringify({ extra })) as object };
      expect(readPresetFile(writePresetFile({ id: 'x', name, settings: own }))).toEqual({ ok: true, value: { name, settings: own } });
    }),
    { numRuns: 60 },
  );
});
