import { existsSync } from 'node:fs';
import type { ClientProgramList, ClientProgramStatus } from '../../contract/local-api.ts';
import { proposeModel, unfitFor, type ModelNeeds } from './choose-model.ts';
import { configuredPrograms } from './configured-programs.ts';
import { findCommand } from './find-command.ts';
import { clientPrograms } from './known-programs.ts';
import { launchCommand } from './launch-command.ts';
import { fileOf, findSettings, offeredModels, type ProgramsContext } from './programs-context.ts';

/** Lists the programs, installed ones first, with the wanted model or the best one for each. */
export async function listPrograms(context: ProgramsContext, wanted: string | null): Promise<ClientProgramList> {
  const { records, readFolders, start, dataFolder } = context;
  const models = offeredModels(context);
  const folders = await readFolders();
  const chosen = models.find(({ id }) => id === wanted);
  const isInstalled = async (commands: readonly string[]): Promise<boolean> => {
    const found = await Promise.all(commands.map((command) => findCommand(command, folders.environment, folders.platform)));
    return found.some((file) => file !== undefined);
  };
  const choose = (needs: ModelNeeds) => {
    const unfit = chosen && unfitFor(needs, chosen);
    if (unfit !== undefined) return { model: null, unfit };
    return { model: (chosen ?? proposeModel(needs, models))?.id ?? null, unfit: null };
  };
  const launched = clientPrograms.map(async (program): Promise<ClientProgramStatus> => {
    const { id, title, command, install } = program;
    const line = launchCommand({ ...start, ...folders }, { id, model: chosen?.id, dataFolder });
    const { model, unfit } = choose(program);
    return { id, title, isInstalled: await isInstalled([command]), model, unfit, setUp: { kind: 'command', command: line, install } };
  });
  const configured = configuredPrograms.map(async (program): Promise<ClientProgramStatus> => {
    const { id, title, commands, folder } = program;
    const file = fileOf(program, folders);
    const found = await findSettings(program, file);
    const canUndo = found !== undefined && records.read().some((record) => record.id === id && record.file === file);
    const isThere = existsSync(folder(folders)) || (await isInstalled(commands));
    const { model, unfit } = choose({});
    return { id, title, isInstalled: isThere, model, unfit, setUp: { kind: 'file', file, usedModel: found?.model ?? null, canUndo } };
  });
  const all = await Promise.all([...launched, ...configured]);
  const order = ['opencode', 'cline', 'vscode', ...all.map(({ id }) => id)];
  const programs = all.toSorted(
    (one, other) => Number(other.isInstalled) - Number(one.isInstalled) || order.indexOf(one.id) - order.indexOf(other.id),
  );
  return { programs, models: models.map(({ id, callsTools }) => ({ id, isFit: callsTools !== false })) };
}
