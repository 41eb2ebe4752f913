import { parseArgs } from 'node:util';
import { ok, type Result } from '../contract/failure.ts';
import { fail } from '../contract/failures/fail.ts';
import { unknownFlag } from '../command-line/unknown-flag.ts';
import type { Mode } from '../contract/profile.ts';
import type { Settings } from '../contract/settings.ts';

/** Where a secret is read from. Never the arguments, which every OS user can read. */
export type SecretSource =
  | { readonly kind: 'environment'; readonly name: string }
  | { readonly kind: 'descriptor'; readonly number: number };

/** Parsed command line of `causeway --headless`. */
export interface HeadlessOptions {
  /** A profile's name or file. Defaults to the active profile of the window. */
  readonly profile: string | undefined;
  readonly mode: Mode | undefined;
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

/** Text of `--help`. */
export const helpText = `Usage: causeway --headless [flags]      (from the sources: npm run headless -- [flags])

Serves the local address, and keeps the tunnel where the profile needs one, without a window or a display.
As root, Electron starts only with one more flag of its own: causeway --headless --no-sandbox [flags]

  --init                  write a profile file and end: asks for what --service URL, --instance USER@HOST[:PORT] and
                          --segment NAME (several times) do not say; --profile names the file
  --profile NAME|FILE     a profile by its name, or a profile file; left out: the one in use in the window
  --mode proxy|direct     the way in; left out: as the profile has it
  --port PORT             port of the local address; left out: 7333, and 7334 for the demo
  --check                 look at each step of the way, say what is wrong, and end
  --new-key NAME          make a local key, show it this once, and end; it counts at once, also where Causeway is
                          serving, and one of the same name no longer does. Programs need one wherever the API token is spent (proxy)
  --host-key SHA256:…     trust the instance's host key with this fingerprint without asking
  --max-requests NUMBER   requests at once for one local key, or for all programs without one; left out: 256
  --connect-seconds, --first-byte-seconds, --idle-seconds NUMBER
                          how long to wait for a connection, for an answer to begin, and between two pieces of it;
                          left out: 15, 600 and 120
  --tunnel-wait-seconds NUMBER
                          how long a request waits for a tunnel that was up and is down or in doubt; left out: 180
  --silence-minutes NUMBER
                          how long an SSH connection that does not answer is kept for the answers under way over it;
                          left out: 15
  --allow-origin ORIGIN   let a web page ask, such as https://app.example.org; may be given several times
  --token-env NAME        read the API token from this environment variable
  --token-fd NUMBER       or from this file descriptor; likewise --password-env, --password-fd,
                          --passphrase-env, --passphrase-fd. Left out: from the keychain
  --ca-file FILE          a certificate authority to trust, where --profile is a file
  --data FOLDER           where Causeway's data are; left out: where the window keeps them
  --browser               serve a window to a browser besides; see --browser --help for its flags
  --json                  JSON lines, as without a terminal
  --version, --help, --help profile (how a profile file is written)

Exit: 0 ended as asked · 64 wrong flags · 69 the service or the port can't be had · 70 a mistake of Causeway's
      73 the data folder can't be written ·
      77 the user is needed (login, host key, token) · 78 the profile is missing or wrong
SIGTERM and Ctrl+C let answers under way end, for 25 s at most; a second one breaks them off.
`;

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
    port,
    data: values.data,
    caFile: values['ca-file'],
    secrets: { token: secrets.token, password: secrets.password, passphrase: secrets.passphrase },
    hostKey,
    limits: limits.value,
    isCheck: values.check ?? false,
    newKey,
    isJson: values.json ?? false,
    init: { service: values.service, instance: values.instance, segments: values.segment ?? [] },
    action: isProfileHelp ? 'profile-help' : (exclusiveActions.find((word) => values[word] === true) ?? 'run'),
  });
}

function parse(args: readonly string[]) {
  try {
    return ok(parseArgs({
      args: [...args],
      options: {
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
        init: { type: 'boolean' },
        service: { type: 'string' },
        instance: { type: 'string' },
        segment: { type: 'string', multiple: true },
        check: { type: 'boolean' },
        json: { type: 'boolean' },
        headless: { type: 'boolean' },
        version: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    }));
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
  const wrong = allowedOrigins.find((origin) => URL.parse(origin)?.origin !== origin || !/^https?:/.test(origin));
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

/** Text of `--help profile`. */
export const profileHelp = `A profile file is JSON. The least that makes one, and what --init writes:

{
  "causewayProfile": 1,
  "service": { "name": "Institute", "baseUrl": "https://models.example.org" }
}

  causewayProfile           1: the version of this format
  service.name              a name for people, at most 80 characters
  service.baseUrl           the address of the service, beginning with https://
  service.inferenceServer   host or address that the instance forwards to; left out: the host of baseUrl
  service.catalog           the engines of the direct way, one for each path segment:
                            [{ "segment": "engine-b", "engine": "unknown", "models": [] }]
                            engine is A (like vLLM), B (like SGLang) or unknown; models are read from the engine
  instance                  your machine in the research cloud, for the tunnel; left out: none
  instance.host             its name or address, or an entry of your ssh config
  instance.port, .login     left out: as your ssh config says (Port, User), else 22 and your own user name
  instance.alias            an entry of your ssh config that says all of it, instead of host, port and login
  instance.transport        ssh2 (Causeway itself, and the system's ssh where it has to) or openssh (the system's ssh)
  mode                      proxy (needs an API token) or direct; left out: proxy
  directRoute               auto, tunnel or straight; left out: auto
  authorities               certificates (PEM) that the file brings along; they count only with --ca-file

Secrets never stand in it: see --token-env, --password-env and --passphrase-env.
`;
