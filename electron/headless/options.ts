import { parseArgs } from 'node:util';
import { ok, type Result } from '../contract/failure.ts';
import { fail } from '../contract/failures/fail.ts';
import { isOrigin, unknownFlag } from '../command-line/program-arguments.ts';
import type { Mode } from '../contract/profile.ts';
import type { Settings } from '../contract/settings.ts';
import type { RunFiles } from './run-table.ts';

/** Where a secret is read from. Never the arguments, which every OS user can read. */
export type SecretSource =
  | { readonly kind: 'environment'; readonly name: string }
  | { readonly kind: 'descriptor'; readonly number: number };

/** Parsed command line of `causeway --headless`. */
export interface HeadlessOptions {
  /** A profile's name or file. Defaults to the active profile of the window. */
  readonly profile: string | undefined;
  readonly mode: Mode | undefined;
  /** Uses the system's ssh for the tunnel in this run. */
  readonly usesSystemSsh: boolean;
  readonly port: number | undefined;
  readonly data: string | undefined;
  /** A certificate authority to trust for a profile file. */
  readonly caFile: string | undefined;
  readonly secrets: Readonly<Record<SecretName, SecretSource | undefined>>;
  /** Fingerprint of a host key to trust without asking. */
  readonly hostKey: string | undefined;
  readonly limits: HeadlessLimits;
  readonly isCheck: boolean;
  /** Name of a local key to create instead of serving. */
  readonly newKey: string | undefined;
  /** A recipe to run over a table instead of serving. */
  readonly run: RunFiles | undefined;
  readonly isJson: boolean;
  /** Values of a new profile. */
  readonly init: { readonly service: string | undefined; readonly instance: string | undefined; readonly segments: readonly string[] };
  readonly action: 'run' | 'init' | 'help' | 'profile-help' | 'version';
}

/** Limits that differ from the defaults in this run. */
export interface HeadlessLimits {
  readonly maxRequests: number | undefined;
  readonly timeouts: Partial<
    Pick<Settings['connection'], 'connectSeconds' | 'tunnelWaitSeconds' | 'firstByteSeconds' | 'idleSeconds' | 'silenceMinutes'>
  >;
  /** Origins of web pages that may call. */
  readonly allowedOrigins: readonly string[];
}

export type SecretName = 'token' | 'password' | 'passphrase';
const exclusiveActions = ['help', 'version', 'init'] as const;
const secretNames: readonly SecretName[] = ['token', 'password', 'passphrase'];

/** Parses the flags. Fails with a sentence for a wrong one. */
export function readOptions(args: readonly string[]): Result<HeadlessOptions> {
  const at = args.findIndex((word) => word === '--help' || word === '-h');
  const isProfileHelp = at >= 0 && args[at + 1] === 'profile';
  const parsed = parse(isProfileHelp ? args.toSpliced(at + 1, 1) : args);
  if (!parsed.ok) return parsed;
  const { values } = parsed.value;
  const port = values.port === undefined ? undefined : Number(values.port);
  if (port !== undefined && (!/^\d+$/.test(values.port ?? '') || port < 1024 || port > 65535)) {
    return fail('flag-number', { flag: 'port', min: 1024, max: 65535, given: values.port ?? '' });
  }
  const mode = values.mode;
  if (mode !== undefined && mode !== 'proxy' && mode !== 'direct') return fail('flag-mode', { given: mode });
  const hostKey = values['host-key'];
  if (hostKey !== undefined && !/^SHA256:[A-Za-z0-9+/]{43}$/.test(hostKey)) {
    return fail('flag-host-key', { given: hostKey });
  }
  const run = readRunFiles(values);
  if (!run.ok) return run;
  const limits = readLimits(values);
  if (!limits.ok) return limits;
  const newKey = values['new-key']?.trim();
  if (newKey !== undefined && (newKey === '' || newKey.length > 80)) return fail('flag-new-key');
  const secrets: Partial<Record<SecretName, SecretSource>> = {};
  for (const name of secretNames) {
    const source = parseSecretSource(name, values[`${name}-env`], values[`${name}-fd`]);
    if (!source.ok) return source;
    if (source.value) secrets[name] = source.value;
  }
  return ok({
    profile: values.profile,
    mode,
    usesSystemSsh: values['system-ssh'] ?? false,
    port,
    data: values.data,
    caFile: values['ca-file'],
    secrets: { token: secrets.token, password: secrets.password, passphrase: secrets.passphrase },
    hostKey,
    limits: limits.value,
    isCheck: values.check ?? false,
    newKey,
    run: run.value,
    isJson: values.json ?? false,
    init: { service: values.service, instance: values.instance, segments: values.segment ?? [] },
    action: isProfileHelp ? 'profile-help' : (exclusiveActions.find((word) => values[word] === true) ?? 'run'),
  });
}

/** The flags, which `help-text.ts` documents. */
export const headlessFlags = {
  profile: { type: 'string' },
  mode: { type: 'string' },
  port: { type: 'string' },
  data: { type: 'string' },
  'ca-file': { type: 'string' },
  'host-key': { type: 'string' },
  'max-requests': { type: 'string' },
  'connect-seconds': { type: 'string' },
  'tunnel-wait-seconds': { type: 'string' },
  'silence-minutes': { type: 'string' },
  'first-byte-seconds': { type: 'string' },
  'idle-seconds': { type: 'string' },
  'allow-origin': { type: 'string', multiple: true },
  'token-env': { type: 'string' },
  'token-fd': { type: 'string' },
  'password-env': { type: 'string' },
  'password-fd': { type: 'string' },
  'passphrase-env': { type: 'string' },
  'passphrase-fd': { type: 'string' },
  'new-key': { type: 'string' },
  run: { type: 'string' },
  rows: { type: 'string' },
  out: { type: 'string' },
  init: { type: 'boolean' },
  service: { type: 'string' },
  instance: { type: 'string' },
  segment: { type: 'string', multiple: true },
  check: { type: 'boolean' },
  'system-ssh': { type: 'boolean' },
  json: { type: 'boolean' },
  headless: { type: 'boolean' },
  version: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

function parse(args: readonly string[]) {
  try {
    return ok(
      parseArgs({
        args: [...args],
        options: headlessFlags,
      }),
    );
  } catch (error) {
    return unknownFlag(error);
  }
}

const timeoutFlags = [
  ['connect-seconds', 'connectSeconds', 2, 300],
  ['tunnel-wait-seconds', 'tunnelWaitSeconds', 2, 7200],
  ['silence-minutes', 'silenceMinutes', 1, 120],
  ['first-byte-seconds', 'firstByteSeconds', 5, 7200],
  ['idle-seconds', 'idleSeconds', 5, 7200],
] as const;

type Values = Extract<ReturnType<typeof parse>, { readonly ok: true }>['value']['values'];

function readRunFiles({ run, rows, out }: Values): Result<RunFiles | undefined> {
  if (run === undefined && rows === undefined && out === undefined) return ok(undefined);
  if (run === undefined || rows === undefined || out === undefined) return fail('run-flags-incomplete');
  return ok({ recipe: run, rows, out });
}

function readLimits(values: Values): Result<HeadlessLimits> {
  const waits: { -readonly [K in keyof HeadlessLimits['timeouts']]: HeadlessLimits['timeouts'][K] } = {};
  for (const [flag, name, min, max] of timeoutFlags) {
    const read = parseWholeNumber(flag, values[flag], min, max);
    if (!read.ok) return read;
    if (read.value !== undefined) waits[name] = read.value;
  }
  const maxRequests = parseWholeNumber('max-requests', values['max-requests'], 1, 10_000);
  if (!maxRequests.ok) return maxRequests;
  const allowedOrigins = values['allow-origin'] ?? [];
  const wrong = allowedOrigins.find((origin) => !isOrigin(origin));
  if (wrong !== undefined) return fail('flag-origin', { given: wrong });
  return ok({ maxRequests: maxRequests.value, timeouts: waits, allowedOrigins });
}

function parseWholeNumber(flag: string, text: string | undefined, min: number, max: number): Result<number | undefined> {
  if (text === undefined) return ok(undefined);
  const number = Number(text);
  return /^\d+$/.test(text) && number >= min && number <= max ? ok(number) : fail('flag-number', { flag, min, max, given: text });
}

function parseSecretSource(
  name: SecretName,
  variable: string | undefined,
  descriptor: string | undefined,
): Result<SecretSource | undefined> {
  if (variable !== undefined && descriptor !== undefined) return fail('flag-secret-twice', { secret: name });
  if (variable !== undefined) return ok({ kind: 'environment', name: variable });
  if (descriptor === undefined) return ok(undefined);
  return /^\d{1,4}$/.test(descriptor)
    ? ok({ kind: 'descriptor', number: Number(descriptor) })
    : fail('flag-secret-descriptor', { secret: name, given: descriptor });
}
