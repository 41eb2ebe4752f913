import type { Core } from '../core/create-core.ts';
import { exitCodeFor, exitCodes, type ExitCode } from '../command-line/exit-code.ts';
import type { Reporter } from './reporter.ts';

/** Makes a local key and shows it, this once; one of the same name ends. */
export async function makeKey({ agent }: Pick<Core, 'agent'>, name: string, report: Reporter): Promise<ExitCode> {
  await agent.change({ isOn: false }); // nothing is served meanwhile
  const former = agent.read().keys.filter((key) => key.name === name);
  const made = await agent.createKey(name);
  for (const { id } of made.ok ? former : []) {
    const revoked = await agent.revokeKey(id);
    if (!revoked.ok) report.failure(revoked.failure);
  }
  if (!made.ok) {
    report.failure(made.failure);
    return exitCodeFor(made.failure.code);
  }
  report.say(made.value.secret, { event: 'key', name, key: made.value.secret });
  return exitCodes.done;
}
