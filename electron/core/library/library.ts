import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { freeName } from '../../contract/strings.ts';
import { ok, type Result } from '../../contract/failure.ts';
import { fail } from '../../contract/failures/fail.ts';
import { librarySchema, presetSchema, type Library, type Preset, type Prompt } from '../../contract/library.ts';
import type { EventBus } from '../shared/event-bus.ts';
import { createItemOrder } from '../shared/item-order.ts';
import { openDocument, type ReportInvalid } from '../shared/stored-document.ts';
import * as z from 'zod';
import { parseJson } from '../../contract/json.ts';

export type LibraryStore = Awaited<ReturnType<typeof openLibrary>>;

/** Opens presets, prompts and favourite models: `library.json` in the data folder. */
export async function openLibrary(folder: string, events: Pick<EventBus, 'emit'>, onInvalid?: ReportInvalid) {
  const document = await openDocument<Library>({
    file: path.join(folder, 'library.json'),
    version: 1,
    schema: librarySchema,
    initial: { presets: [], prompts: [], favouriteModels: [] },
    onInvalid,
  });

  const presetOrder = createItemOrder();
  const promptOrder = createItemOrder();
  const change = async (edit: (library: Library) => Partial<Library>): Promise<Result<Library>> => {
    const saving = document.change((library) => ({ ...library, ...edit(library) }));
    events.emit('library.changed', document.read());
    const saved = await saving;
    return saved.ok ? ok(document.read()) : saved;
  };
  const putPreset = (preset: Preset): Promise<Result<Library>> => change(({ presets }) => ({ presets: presetOrder.put(presets, preset) }));

  return {
    problem: document.problem,
    settled: document.settled,
    read: document.read,
    /** Adds a preset, or replaces the one with its id. One that was removed returns to its place. */
    putPreset,
    removePreset: (id: string) => change(({ presets }) => ({ presets: presetOrder.remove(presets, id) })),
    putPrompt: (prompt: Prompt) => change(({ prompts }) => ({ prompts: promptOrder.put(prompts, prompt) })),
    removePrompt: (id: string) => change(({ prompts }) => ({ prompts: promptOrder.remove(prompts, id) })),
    setFavourite: (model: string, isFavourite: boolean) =>
      change(({ favouriteModels }) => {
        const others = favouriteModels.filter((each) => each !== model);
        return { favouriteModels: isFavourite ? [...others, model] : others };
      }),
    /** Returns the text and the name of a preset's file. */
    exportPreset: (id: string): Result<{ readonly name: string; readonly text: string }> => {
      const preset = document.read().presets.find((each) => each.id === id);
      if (!preset) return fail('preset-not-found');
      return ok({ name: preset.name, text: writePresetFile(preset) });
    },
    importPreset: async (text: string): Promise<Result<Library>> => {
      const preset = readPresetFile(text);
      if (!preset.ok) return preset;
      const { name: wanted } = preset.value;
      // an import never replaces a preset
      const name = freeName(
        (candidate) => document.read().presets.some((each) => each.name === candidate),
        (count) => (count === 1 ? wanted : `${wanted.slice(0, 110)} (${count})`),
      );
      return putPreset({ ...preset.value, id: randomUUID(), name });
    },
  };
}

const version = 1;

/** A shared preset has no id and no tools, because tool ids mean nothing elsewhere. */
const presetFileSchema = z.object({
  causeway: z.literal('preset'),
  version: z.literal(version),
  preset: presetSchema.unwrap().omit({ id: true }),
});

/** Returns the text of a preset's file. */
export function writePresetFile({ name, settings }: Preset): string {
  const shared = { causeway: 'preset', version, preset: { name, settings: { ...settings, toolIds: [] } } };
  return `${JSON.stringify(shared, null, 2)}\n`;
}

/** Reads a preset's file. Its tools are dropped, because a foreign id could be one of the user's own tools. */
export function readPresetFile(text: string): Result<Omit<Preset, 'id'>> {
  const value = parseJson(text.replace(/^\uFEFF/, '')); // some editors add a byte order mark
  const envelope = z.object({ causeway: z.literal('preset'), version: z.number() }).safeParse(value);
  if (envelope.success && envelope.data.version > version) {
    return fail('preset-newer');
  }
  const parsed = presetFileSchema.safeParse(value);
  if (!parsed.success) return fail('preset-file-invalid');
  const { name, settings } = parsed.data.preset;
  return ok({ name, settings: { ...settings, toolIds: [] } });
}
