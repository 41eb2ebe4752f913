import { ok, type Result } from '../../../contract/failure.ts';
import { fail } from '../../../contract/failures/fail.ts';
import type { Hop, HopChain } from '../types.ts';
import type { ConfigFile } from './parse-config.ts';
import { resolveHop } from './resolve-hop.ts';
import { evaluateConfig, type Settings } from './evaluate-config.ts';
import type { TokenValues } from './expand-tokens.ts';
import { formatJumps, type Jump, parseJumps, isSafeHost, isSafeLogin } from './jump.ts';
import { loadConfig } from './load-config.ts';
import type { SshEnvironment } from './ssh-environment.ts';

/** The instance as a profile names it. The config also applies to plain hosts, as on ssh's command line. */
export type Instance =
  | { readonly host: string; readonly port?: number | undefined; readonly login?: string | undefined }
  | { readonly alias: string };

/** A ProxyJump with a token can name new hosts endlessly. */
const maxHops = 16;

/** Resolves the hops to an instance from the ssh config: its jump hosts, each with its own settings, and notes about unsupported ones. */
export async function resolveHops(instance: Instance, env: SshEnvironment): Promise<Result<HopChain>> {
  const { files, notes } = await loadConfig(env);
  const target: Jump =
    'alias' in instance
      ? { host: instance.alias, port: undefined, login: undefined }
      : { host: instance.host, port: instance.port, login: instance.login };
  const chain = followJumps(target, undefined, files, env, []);
  if (!chain.ok) return chain;
  const { hops, notes: ofHops } = chain.value;
  return ok({ hops, notes: [...new Set([...notes, ...ofHops])] });
}

/** `givenJumps` replaces the host's own ProxyJump if an earlier host decided it. */
function followJumps(
  { host, port, login }: Jump,
  givenJumps: string | undefined,
  files: readonly ConfigFile[],
  env: SshEnvironment,
  trail: readonly string[],
): Result<HopChain> {
  const given = {
    ...(login === undefined ? {} : { user: login }),
    ...(port === undefined ? {} : { port: String(port) }),
    ...(givenJumps === undefined ? {} : { proxyjump: givenJumps }),
  };
  const settings = evaluateConfig(files, { host, given, localUser: env.localUser });
  const { hop, tokens, notes: ofHop } = resolveHop(host, settings, env);
  const notes = [...settings.notes, ...ofHop];

  if (![host, hop.host].every(isSafeHost) || !isSafeLogin(hop.login)) return unsafeName(hop);
  const step = `${hop.login}@${host}:${hop.port}`;
  const isLoop = trail.includes(step);
  if (isLoop || trail.length >= maxHops) return jumpLoop([...trail, step], isLoop);

  const jumps = resolveJumps(settings, hop, tokens);
  if (!jumps.ok) return jumps;
  const last = jumps.value.at(-1);
  if (!last) return ok({ hops: [hop], notes });
  // The last jump is reached through the ones before it. Its own config decides only if there are none.
  const before = jumps.value.slice(0, -1);
  const rest = followJumps(last, before.length > 0 ? formatJumps(before) : undefined, files, env, [...trail, step]);
  if (!rest.ok) return rest;
  const [first, ...others] = rest.value.hops;
  return ok({ hops: [first, ...others, hop], notes: [...rest.value.notes, ...notes] });
}

function resolveJumps({ values }: Settings, hop: Hop, { originalHost }: TokenValues): Result<readonly Jump[]> {
  const text = values.get('proxyjump')?.[0];
  if (text === undefined) return ok([]);
  const jumps = parseJumps(text, { h: hop.host, n: originalHost, p: String(hop.port), r: hop.login });
  if (jumps) return ok(jumps);
  return fail('proxy-jump-invalid', { hop: hop.name, value: text });
}

function unsafeName({ login, host }: Hop): Result<never> {
  return fail('ssh-name-unsafe', { login, host });
}

function jumpLoop(trail: readonly string[], isLoop: boolean): Result<never> {
  return isLoop ? fail('jump-hosts-loop', { path: trail.toReversed().join(' → ') }) : fail('too-many-jump-hosts', { max: maxHops });
}

/** An entry of the ssh config and its destination. */
export interface Alias {
  readonly alias: string;
  readonly host: string;
  readonly port: number;
  readonly login: string;
  /** Sentences about unsupported settings of the entry. */
  readonly notes: readonly string[];
}

/** Lists the hosts named without wildcards in the ssh config, in its order. */
export async function listAliases(env: SshEnvironment): Promise<readonly Alias[]> {
  const { files } = await loadConfig(env);
  return [...new Set(files.flatMap(aliasesIn))].map((alias) => {
    const settings = evaluateConfig(files, { host: alias, given: {}, localUser: env.localUser });
    const { hop, notes } = resolveHop(alias, settings, env);
    const { host, port, login } = hop;
    return { alias, host, port, login, notes: [...settings.notes, ...notes] };
  });
}

function aliasesIn(file: ConfigFile): readonly string[] {
  return file.lines.flatMap((line) => {
    if (line.kind === 'include') return line.files.flatMap(aliasesIn);
    return line.kind === 'host' ? line.patterns.filter((pattern) => !/[*?!]/.test(pattern) && isSafeHost(pattern)) : [];
  });
}
