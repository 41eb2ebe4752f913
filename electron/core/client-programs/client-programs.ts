import type { Result } from '../../contract/failure.ts';
import { fail } from '../../contract/failures/fail.ts';
import type { ClientProgramList, ProgramCheck } from '../../contract/local-api.ts';
import { checkProgram } from './check-program.ts';
import { configuredPrograms } from './configured-programs.ts';
import { clientPrograms } from './known-programs.ts';
import { listPrograms } from './list-programs.ts';
import { fileOf, findSettings, localBaseUrl, type ProgramChoice, type ProgramsContext } from './programs-context.ts';
import { describeSetUp, setUpProgram, undoSetUp } from './set-up-program.ts';
import { clientProgramText } from './text.ts';

/** The programs on this computer that can use the local API: those that are started with it, and those that it is written to. */
export { proposeModel, unfitFor } from './choose-model.ts';
export type { ClientProgram, LaunchPlan, OfferedModel } from './client-program.ts';
export { findCommand } from './find-command.ts';
export { clientPrograms } from './known-programs.ts';
export { openSetUpRecords } from './set-up-records.ts';

export type ClientPrograms = ReturnType<typeof createClientPrograms>;

/** Creates the list of programs, their set-up and their check. */
export function createClientPrograms(context: ProgramsContext) {
  return {
    list: (model: string | null): Promise<ClientProgramList> => listPrograms(context, model),
    describe: (choice: ProgramChoice) => describeSetUp(context, choice),
    /** Changes a program's file as described. The shell asks the user before. */
    setUp: (choice: ProgramChoice, hash: string) => setUpProgram(context, choice, hash),
    undo: (id: string) => undoSetUp(context, id),
    check: (choice: ProgramChoice, signal: AbortSignal) => check(context, choice, signal),
  };
}

/** Sends a request as a program does: with what its file says if it has an entry, otherwise with a key for this request. */
async function check(context: ProgramsContext, { id, model }: ProgramChoice, signal: AbortSignal): Promise<Result<ProgramCheck>> {
  const configured = configuredPrograms.find((program) => program.id === id);
  const launched = clientPrograms.find((program) => program.id === id);
  const program = configured ?? launched;
  if (!program) return fail('request-invalid');
  const address = localBaseUrl(context);
  if (address === undefined) return fail('client-program-needs-local-api');
  const { title } = program;
  const file = configured && fileOf(configured, await context.readFolders());
  const found = configured && file !== undefined ? await findSettings(configured, file) : undefined;
  const dialect = launched?.dialect ?? 'chat';
  const request = { title, dialect, baseUrl: found?.baseUrl ?? address, model: found?.model ?? model };
  if (found && found.key !== '') return checkProgram({ ...request, key: found.key, file }, signal);
  const created = await context.localApi.createKey(clientProgramText.checkKey(title));
  if (!created.ok) return created;
  try {
    return await checkProgram({ ...request, key: created.value.secret, file: undefined }, signal);
  } finally {
    await context.localApi.revokeKey(created.value.key.id);
  }
}
