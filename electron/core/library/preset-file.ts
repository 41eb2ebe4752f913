import * as z from 'zod';
import { parseJson } from '../../contract/json.ts';
import { failed, ok, type Result } from '../../contract/failure.ts';
import { presetSchema, type Preset } from '../../contract/library.ts';

const version = 1;

/** A preset as it is shared: without its id, and without tools, whose ids mean nothing elsewhere. */
const presetFileSchema = z.object({
  causeway: z.literal('preset'),
  version: z.literal(version),
  preset: presetSchema.unwrap().omit({ id: true }),
});

/** The text of a preset's file. */
export function writePresetFile({ name, settings }: Preset): string {
  const shared = { causeway: 'preset', version, preset: { name, settings: { ...settings, toolIds: [] } } };
  return `${JSON.stringify(shared, null, 2)}\n`;
}

/** Reads a preset's file; a tool it names is not taken over, since an id from elsewhere could be one of the user's own. */
export function readPresetFile(text: string): Result<Omit<Preset, 'id'>> {
  const value = parseJson(text.replace(/^\uFEFF/, '')); // some editors put a mark before it
  const envelope = z.object({ causeway: z.literal('preset'), version: z.number() }).safeParse(value);
  if (envelope.success && envelope.data.version > version) {
    return failed('invalid-input', 'This preset was made by a newer Causeway.', 'Update Causeway, then import it again.');
  }
  const parsed = presetFileSchema.safeParse(value);
  if (!parsed.success) {
    return failed('invalid-input', 'This file does not hold a preset.', 'Choose a file that Causeway saved as a preset.');
  }
  const { name, settings } = parsed.data.preset;
  return ok({ name, settings: { ...settings, toolIds: [] } });
}
