import { createHash } from 'node:crypto';
import { ok, type Result } from '../../contract/failure.ts';
import { fail } from '../../contract/failures/fail.ts';
import type { ProgramChange } from '../../contract/local-api.ts';
import { unfitFor } from './choose-model.ts';
import { configuredPrograms } from './configured-programs.ts';
import { planSetUp, readProgramFile, replaceProgramFile, restoreProgramFile, shownKey } from './program-file.ts';
import { fileOf, localBaseUrl, offeredModels, type ProgramChoice, type ProgramsContext } from './programs-context.ts';

/** A change that the user is asked to approve. It is bound to the file as it was read. */
export interface DescribedChange extends ProgramChange {
  readonly hash: string;
}

/** Returns what a set-up would change. */
export async function describeSetUp(context: ProgramsContext, choice: ProgramChoice): Promise<Result<DescribedChange>> {
  const planned = await plan(context, choice, shownKey);
  if (!planned.ok) return planned;
  const { program, file, before, difference } = planned.value;
  return ok({ title: program.title, file, isNewFile: before === null, difference, hash: hashOf(before) });
}

/** Changes a program's file as described, with a new key. Returns the key if the user has to enter it in the program. */
export async function setUpProgram(
  context: ProgramsContext,
  choice: ProgramChoice,
  hash: string,
): Promise<Result<{ readonly key: string | null }>> {
  const { records, localApi } = context;
  const title = configuredPrograms.find(({ id }) => id === choice.id)?.title ?? choice.id;
  const created = await localApi.createKey(title);
  if (!created.ok) return created;
  const { key, secret } = created.value;
  const written = await write(context, choice, { hash, secret });
  if (!written.ok) {
    await localApi.revokeKey(key.id);
    return written;
  }
  const { file, after, backup, takesKeyElsewhere, previous } = written.value;
  if (previous) await localApi.revokeKey(previous.keyId);
  const record = { id: choice.id, file, backup, hash: hashOf(after), keyId: key.id };
  const saved = await records.change((all) => [...all.filter(({ id }) => id !== choice.id), record]);
  return saved.ok ? ok({ key: takesKeyElsewhere ? secret : null }) : saved;
}

/** Restores a program's file, unless it has changed since. */
export async function undoSetUp({ records, localApi }: ProgramsContext, id: string): Promise<Result<undefined>> {
  const record = records.read().find((each) => each.id === id);
  if (!record) return fail('client-program-not-set-up');
  const { file, backup, hash, keyId } = record;
  const now = await readProgramFile(file);
  if (!now.ok) return now;
  if (hashOf(now.value) !== hash) return fail('client-program-changed-since', { file, backup });
  const restored = await restoreProgramFile(file, backup);
  if (!restored.ok) return restored;
  await localApi.revokeKey(keyId);
  return records.change((all) => all.filter((each) => each.id !== id));
}

/** Reads a program's file, and plans its change with a key. */
async function plan(context: ProgramsContext, { id, model: modelId }: ProgramChoice, key: string) {
  const program = configuredPrograms.find((each) => each.id === id);
  if (!program) return fail('request-invalid');
  const model = offeredModels(context).find((each) => each.id === modelId);
  if (!model || unfitFor({}, model) !== undefined) return fail('client-program-model-unfit', { title: program.title });
  const baseUrl = localBaseUrl(context);
  if (baseUrl === undefined) return fail('client-program-needs-local-api');
  const file = fileOf(program, await context.readFolders());
  const before = await readProgramFile(file);
  if (!before.ok) return before;
  const now = new Date(context.clock.now());
  const planned = planSetUp(program, file, before.value, { baseUrl, key, model, now });
  return planned.ok ? ok({ program, file, before: before.value, now, ...planned.value }) : planned;
}

async function write(
  context: ProgramsContext,
  choice: ProgramChoice,
  { hash, secret }: { readonly hash: string; readonly secret: string },
) {
  const planned = await plan(context, choice, secret);
  if (!planned.ok) return planned;
  const { program, file, before, after, now } = planned.value;
  if (hashOf(before) !== hash) return fail('client-program-file-changed', { file });
  // Undo leads back to the file before the first set-up, as long as nobody else has changed it since.
  const previous = context.records.read().find((record) => record.id === choice.id && record.file === file && record.hash === hash);
  const copied = await replaceProgramFile(file, after, previous === undefined && before !== null, now);
  const backup = previous?.backup ?? null;
  return copied.ok ? ok({ file, after, previous, backup: copied.value ?? backup, takesKeyElsewhere: program.takesKeyElsewhere }) : copied;
}

function hashOf(text: string | null): string {
  return createHash('sha256').update(JSON.stringify(text)).digest('hex');
}
