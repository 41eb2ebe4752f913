import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { segmentSchema } from '../contract/catalog.ts';
import { failed, ok, type Failure, type Result } from '../contract/failure.ts';
import { parseBaseUrl } from '../core/create-core.ts';
import { exitCodes, type ExitCode } from '../command-line/exit-code.ts';
import type { HeadlessOptions } from './options.ts';
import { readLine, type Terminal } from '../command-line/terminal.ts';
import type { Reporter } from './reporter.ts';

/** Where the missing answers come from. */
export interface ProfilePrompts {
  readonly input: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly output: NodeJS.WritableStream;
  readonly ending: AbortSignal;
}

/** Writes a profile file from flags, and from what is typed where they do not say; never over one that is there. */
export async function writeProfile(
  { init, profile: wanted, mode }: Pick<HeadlessOptions, 'init' | 'profile' | 'mode'>,
  report: Reporter,
  { input, output, ending }: ProfilePrompts,
): Promise<ExitCode> {
  const terminal = input.isTTY === true ? { input, output, signal: ending } : undefined;
  const given = await complete(init, terminal);
  const made = given.ok ? profileOf(given.value, mode) : given;
  if (!made.ok) return tell(report, made.failure, exitCodes.usage);
  const file = path.resolve(wanted ?? `${made.value.host}.causeway.json`);
  try {
    await writeFile(file, `${JSON.stringify(made.value.profile, null, 2)}\n`, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return tell(report, cannotWrite(file, reason), exitCodes.noFolder);
  }
  const next = `Look at each step with --profile ${file} --check, then start it without --check.`;
  report.say(`Wrote ${file}. ${next}`, { event: 'profile', file, next });
  return exitCodes.done;
}

/** The few things a profile is made of, as they were typed. */
type Given = HeadlessOptions['init'] & { readonly service: string };

async function complete(init: HeadlessOptions['init'], terminal: Terminal | undefined): Promise<Result<Given>> {
  if (!terminal) {
    return init.service === undefined
      ? failed('invalid-input', '--init needs --service URL, and there is no terminal to ask at.', 'See --help.')
      : ok({ ...init, service: init.service });
  }
  const ask = (question: string): Promise<string> => readLine(question, terminal, false);
  const service = init.service ?? (await ask('Address of the service (https://…): '));
  const instance = init.instance ?? (await ask('Your instance, for the direct way (user@host, or empty): '));
  const segments =
    init.segments.length > 0 || instance.trim() === ''
      ? init.segments
      : (await ask('Path segments of its engines (several with commas, or empty): ')).split(',');
  return ok({ service, instance, segments });
}

function profileOf(
  { service, instance = '', segments }: Given,
  mode: HeadlessOptions['mode'],
): Result<{ readonly host: string; readonly profile: object }> {
  const addresses = parseBaseUrl(service);
  if (!addresses.ok) return addresses;
  const { host, baseUrl } = addresses.value;
  const named = segments.map((segment) => segment.trim()).filter((segment) => segment !== '');
  const wrong = named.find((segment) => !segmentSchema.safeParse(segment).success);
  if (wrong !== undefined) {
    return failed('invalid-input', `“${wrong}” is not a path segment.`, 'Give the part of the address before /v1, such as engine-b.');
  }
  const machine = instance.trim() === '' ? null : instanceOf(instance.trim());
  if (machine === undefined) return failed('invalid-input', `“${instance}” is not an instance.`, 'Give it as user@host or user@host:port.');
  const catalog = named.map((segment) => ({ segment, engine: 'unknown', models: [] }));
  return ok({
    host,
    profile: {
      causewayProfile: 1,
      service: { name: host, baseUrl, ...(catalog.length > 0 ? { catalog } : {}) },
      ...(machine ? { instance: machine } : {}),
      mode: mode ?? (machine ? 'direct' : 'proxy'),
    },
  });
}

/** What is left out is for the ssh config to say. */
function instanceOf(text: string): object | undefined {
  const found = /^(?:([^@\s]+)@)?(\[[0-9a-f:]+\]|[^@:\s[\]]+)(?::(\d{1,5}))?$/i.exec(text);
  if (!found) return undefined;
  const [, login, host = '', port] = found;
  if (port !== undefined && (Number(port) < 1 || Number(port) > 65_535)) return undefined;
  return {
    host: host.replaceAll(/[[\]]/g, ''),
    ...(port === undefined ? {} : { port: Number(port) }),
    ...(login === undefined ? {} : { login }),
  };
}

function cannotWrite(file: string, reason: string): Failure {
  return reason.startsWith('EEXIST')
    ? { code: 'storage', message: `${file} is there already.`, remedy: 'Name another file with --profile, or remove it.' }
    : { code: 'storage', message: `${file} could not be written: ${reason}.`, remedy: 'Name another file with --profile.' };
}

function tell(report: Reporter, failure: Failure, code: ExitCode): ExitCode {
  report.failure(failure);
  return code;
}
