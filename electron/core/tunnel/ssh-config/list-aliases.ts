import type { ConfigFile } from './config-line.ts';
import { resolveHop } from './resolve-hop.ts';
import { evaluateConfig } from './evaluate-config.ts';
import { loadConfig } from './load-config.ts';
import { isSafeHost } from './safe-name.ts';
import type { SshEnvironment } from './ssh-environment.ts';
import { listUnsupported } from './unsupported-options.ts';

/** An entry of the ssh config that can be picked, and where it leads. */
export interface Alias {
  readonly alias: string;
  readonly host: string;
  readonly port: number;
  readonly login: string;
  /** What its entry asks for and can't be honoured, each a sentence. */
  readonly notes: readonly string[];
}

/** All hosts the ssh config names without wildcards, in its order; for a picker. */
export async function listAliases(surroundings: SshEnvironment): Promise<readonly Alias[]> {
  const { files } = await loadConfig(surroundings);
  return [...new Set(files.flatMap(namesIn))].map((alias) => {
    const settings = evaluateConfig(files, { host: alias, given: {}, localUser: surroundings.localUser });
    const { hop, notes } = resolveHop(alias, settings, surroundings);
    const { host, port, login } = hop;
    return { alias, host, port, login, notes: [...settings.notes, ...notes, ...listUnsupported(alias, settings)] };
  });
}

function namesIn(file: ConfigFile): readonly string[] {
  return file.lines.flatMap((line) => {
    if (line.kind === 'include') return line.files.flatMap(namesIn);
    return line.kind === 'host' ? line.patterns.filter((pattern) => !/[*?!]/.test(pattern) && isSafeHost(pattern)) : [];
  });
}
