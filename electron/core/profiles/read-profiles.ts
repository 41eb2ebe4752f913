import { readFile } from 'node:fs/promises';
import * as z from 'zod';
import { ok, type Failed, type Result } from '../../contract/failure.ts';
import { fail, failure } from '../../contract/failures/fail.ts';
import { parseJson } from '../../contract/json.ts';
import { errorCode } from '../shared/node-error.ts';
import { profilesFormat, type StoredProfiles } from './profiles-format.ts';

const envelopeSchema = z.object({ version: z.number().int().min(1), data: z.unknown() });

/**
 * Reads the profiles of a data folder, or the previous ones if the file is damaged. Changes no file, not even a damaged one, because the
 * window may be using them.
 */
export async function readStoredProfiles(folder: string): Promise<Result<StoredProfiles>> {
  const { file, initial } = profilesFormat(folder);
  let problem: Failed | undefined;
  for (const each of [file, `${file}.previous`]) {
    try {
      const stored = parseProfiles(folder, await readFile(each, 'utf8'));
      if (stored.ok) return stored;
      problem ??= stored;
    } catch (error) {
      if (errorCode(error) !== 'ENOENT') problem ??= fail('file-unreadable', { name: file });
    }
    if (problem?.failure.reason === 'profile-file-unusable') break; // the previous ones would be older than what a newer version saved
  }
  return problem ?? ok(initial);
}

function parseProfiles(folder: string, text: string): Result<StoredProfiles> {
  const { file, version, schema, migrations } = profilesFormat(folder);
  const envelope = envelopeSchema.safeParse(parseJson(text));
  if (!envelope.success) return fail('file-unreadable', { name: file });
  const saved = envelope.data;
  if (saved.version > version) return fail('profile-file-unusable', { file, cause: failure('profile-file-newer') });
  let { data } = saved;
  for (let from = saved.version; from < version; from += 1) data = migrations[from]?.(data);
  const profiles = schema.safeParse(data);
  return profiles.success ? ok(profiles.data) : fail('file-unreadable', { name: file });
}
