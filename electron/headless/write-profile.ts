import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { segmentSchema } from '../contract/catalog.ts';
import { ok, type Failure, type Result } from '../contract/failure.ts';
import { fail, failure } from '../contract/failures/fail.ts';
import { parseBaseUrl } from '../core/create-core.ts';
import { exitCodes, type ExitCode } from '../command-line/exit-code.ts';
import type { HeadlessOptions } from './options.ts';
import { readLine, type Terminal } from '../command-line/terminal.ts';
import type { Reporter } from './reporter.ts';
import { headlessText } from './text.ts';

/** The terminal that missing values are asked at. */
export interface ProfilePrompts {
  readonly input: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly output: NodeJS.WritableStream;
  readonly shutdown: AbortSignal;
}

/** Writes a profile file from flags and from answers at the terminal. Never overwrites a file. */
export async function writeProfile(
  { init, profile: requestedFile, mode }: Pick<HeadlessOptions, 'init' | 'profile' | 'mode'>,
  report: Reporter,
  { input, output, shutdown }: ProfilePrompts,
): Promise<ExitCode> {
  const terminal = input.isTTY === true ? { input, output, signal: shutdown } : undefined;
  const answers = await collectAnswers(init, terminal);
  if (shutdown.aborted) return exitCodes.incomplete;
  const built = answers.ok ? buildProfile(answers.value, mode) : answers;
  if (!built.ok) return reportFailure(report, built.failure, exitCodes.usage);
  const file = path.resolve(requestedFile ?? `${built.value.host}.causeway.json`);
  try {
    await writeFile(file, `${JSON.stringify(built.value.profile, null, 2)}\n`, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    return reportFailure(report, cannotWrite(file, error), exitCodes.noFolder);
  }
  const next = headlessText.profileNext(file);
  report.print(`${headlessText.profileWritten(file)} ${next}`, { event: 'profile', file, next });
  return exitCodes.done;
}

/** The values of a new profile, as entered. */
type ProfileAnswers = HeadlessOptions['init'] & { readonly service: string };

async function collectAnswers(init: HeadlessOptions['init'], terminal: Terminal | undefined): Promise<Result<ProfileAnswers>> {
  if (!terminal) {
    return init.service === undefined ? fail('init-without-service') : ok({ ...init, service: init.service });
  }
  const ask = (question: string): Promise<string> => readLine(question, terminal, false);
  const service = init.service ?? (await ask(headlessText.askService));
  const instance = init.instance ?? (await ask(headlessText.askInstance));
  const segments = init.segments.length > 0 || instance.trim() === '' ? init.segments : (await ask(headlessText.askEnginePaths)).split(',');
  return ok({ service, instance, segments });
}

function buildProfile(
  { service, instance = '', segments }: ProfileAnswers,
  mode: HeadlessOptions['mode'],
): Result<{ readonly host: string; readonly profile: object }> {
  const addresses = parseBaseUrl(service);
  if (!addresses.ok) return addresses;
  const { host, baseUrl } = addresses.value;
  const names = segments.map((segment) => segment.trim()).filter((segment) => segment !== '');
  const invalid = names.find((segment) => !segmentSchema.safeParse(segment).success);
  if (invalid !== undefined) return fail('init-engine-path', { given: invalid });
  const parsed = instance.trim() === '' ? null : parseInstance(instance.trim());
  if (parsed === undefined) return fail('init-instance', { given: instance });
  const catalog = names.map((segment) => ({ segment, engine: 'unknown', models: [] }));
  return ok({
    host,
    profile: {
      causewayProfile: 1,
      service: { name: host, baseUrl, ...(catalog.length > 0 ? { catalog } : {}) },
      ...(parsed ? { instance: parsed } : {}),
      mode: mode ?? (parsed ? 'direct' : 'proxy'),
    },
  });
}

/** Parses `user@host:port`. Missing parts come from the ssh config. */
function parseInstance(text: string): object | undefined {
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

function cannotWrite(file: string, error: unknown): Failure {
  const isTaken = error instanceof Error && 'code' in error && error.code === 'EEXIST';
  return isTaken
    ? failure('init-file-exists', { file })
    : failure('init-file-not-written', { file, detail: error instanceof Error ? error.message : String(error) });
}

function reportFailure(report: Reporter, failure: Failure, code: ExitCode): ExitCode {
  report.failure(failure);
  return code;
}
