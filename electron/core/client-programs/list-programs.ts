import type { Model } from '../../contract/catalog.ts';
import type { ClientProgramStatus } from '../../contract/local-api.ts';
import type { OfferedModel } from './client-program.ts';
import { proposeModel, unfitFor } from './choose-model.ts';
import { clientPrograms } from './known-programs.ts';
import { findCommand } from './find-command.ts';

/** What the list depends on. */
interface ListContext {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  /** The models that the current mode offers. */
  readonly models: readonly Model[];
}

/** Returns every program that can be started, whether it is installed, and which models it can use. */
export function listClientPrograms({ environment, platform, models }: ListContext): Promise<readonly ClientProgramStatus[]> {
  const offered = models.map(toOfferedModel);
  return Promise.all(
    clientPrograms.map(async (program) => ({
      id: program.id,
      title: program.title,
      isInstalled: (await findCommand(program.command, environment, platform)) !== undefined,
      install: program.install,
      model: proposeModel(program, offered)?.id ?? null,
      unfit: offered.flatMap((model) => {
        const reason = unfitFor(program, model);
        return reason === undefined ? [] : [{ model: model.id, reason }];
      }),
    })),
  );
}

function toOfferedModel({ id, contextLength, origin, capabilities }: Model): OfferedModel {
  return { id, contextLength, callsTools: origin === 'declared' ? capabilities.tools : null, reasons: capabilities.reasoning };
}
