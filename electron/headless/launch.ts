import { spawn } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { defaultDataFolder } from '../command-line/data-folder.ts';
import { exitCodes } from '../command-line/exit-code.ts';
import { parseJson, readArray, readNumber, readObject, readString } from '../contract/json.ts';
import { defaultLocalApiSettings } from '../contract/local-api.ts';
import {
  clientPrograms,
  findCommand,
  proposeModel,
  unfitFor,
  type ClientProgram,
  type LaunchPlan,
  type OfferedModel,
} from '../core/client-programs/client-programs.ts';
import { readLocalApiPorts, replaceLocalKey, revokeLocalKey } from '../core/create-core.ts';
import { systemClock } from '../core/program-start.ts';
import { launchText } from './launch-text.ts';

/** The process that runs `causeway launch`. */
export interface LaunchContext {
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly output: NodeJS.WritableStream;
  /** Receives everything but lists, because standard output is the program's. */
  readonly errorOutput: NodeJS.WritableStream;
}

/** A local API that answers. */
interface RunningLocalApi {
  readonly origin: string;
  readonly profile: string;
  readonly isDemo: boolean;
}

const flags = {
  model: { type: 'string' },
  port: { type: 'string' },
  data: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

/** Starts a program with the local API, and returns its exit code. */
export async function launch(context: LaunchContext): Promise<number> {
  const { environment, output } = context;
  const say = (sentence: string): void => void context.errorOutput.write(`${sentence}\n`);
  const parsed = parse(context.args);
  if (typeof parsed === 'string') {
    say(parsed);
    return exitCodes.usage;
  }
  const { name, values, rest } = parsed;
  if (values.help || name === undefined) {
    output.write(values.help ? launchText.help : await listPrograms(environment));
    return exitCodes.done;
  }
  const program = clientPrograms.find(({ id }) => id === name);
  if (!program) {
    say(
      launchText.unknownProgram(
        name,
        clientPrograms.map(({ id }) => id),
      ),
    );
    return exitCodes.usage;
  }
  const command = await findCommand(program.command, environment, process.platform);
  if (command === undefined) {
    say(launchText.notInstalled(program.title, program.install));
    return exitCodes.unavailable;
  }
  const data = path.resolve(values.data ?? defaultDataFolder(process.platform, os.homedir(), environment));
  const localApi = await findLocalApi(data, values.port);
  if (!localApi) {
    say(launchText.notRunning);
    return exitCodes.unavailable;
  }
  const keyName = launchText.keyName(program.title, process.pid);
  const keys = await createKey(data, keyName, localApi.origin);
  if (!keys) {
    say(launchText.noKey);
    return exitCodes.unavailable;
  }
  const { key, models } = keys;
  try {
    const model = chooseModel(program, models, values.model);
    if (typeof model === 'string') {
      say(model);
      return exitCodes.unavailable;
    }
    say(launchText.starting(program.title, model.id, localApi.profile, localApi.isDemo));
    return await run(command, program.plan({ origin: localApi.origin, key, model, models }), rest, environment);
  } finally {
    await Promise.all(keys.folders.map((folder) => revokeLocalKey(folder, keyName, systemClock)));
  }
}

function parse(args: readonly string[]) {
  // What follows the name belongs to the program, after an optional `--`.
  const [first = '', ...others] = args;
  const isNamed = first !== '' && !first.startsWith('-');
  const end = others.indexOf('--');
  const own = isNamed ? (end < 0 ? others : others.slice(0, end)) : args;
  try {
    const { values } = parseArgs({ args: [...own], options: flags });
    return { name: isNamed ? first : undefined, values, rest: end < 0 ? [] : others.slice(end + 1) };
  } catch (error) {
    return `${error instanceof Error ? error.message : String(error)}. ${launchText.argumentsHint}`;
  }
}

async function listPrograms(environment: LaunchContext['environment']): Promise<string> {
  const lines = clientPrograms.map(async ({ id, title, command }) =>
    launchText.listed(id, title, (await findCommand(command, environment, process.platform)) !== undefined),
  );
  return `${launchText.list}\n\n${(await Promise.all(lines)).join('\n')}\n`;
}

/** Finds the local API of the window or of `--headless`. That of the demo counts only if there is no other. */
async function findLocalApi(data: string, requested: string | undefined): Promise<RunningLocalApi | undefined> {
  const stored = await readLocalApiPorts(data);
  const { port, demoPort } = defaultLocalApiSettings;
  const ports = requested === undefined ? [...new Set([stored.port, port, stored.demoPort, demoPort])] : [Number(requested)];
  for (const each of ports) {
    const origin = `http://127.0.0.1:${each}`;
    const status = readObject(await get(`${origin}/status`, ''));
    const profile = readObject(status?.['profile']);
    if (profile) return { origin, profile: readString(profile['name']), isDemo: profile['is_demo'] === true };
  }
  return undefined;
}

const answerMs = 30_000;

async function get(url: string, key: string): Promise<unknown> {
  try {
    const headers = key === '' ? {} : { authorization: `Bearer ${key}` };
    const response = await fetch(url, { headers, redirect: 'error', signal: AbortSignal.timeout(answerMs) });
    return response.ok ? parseJson(await response.text()) : undefined;
  } catch {
    return undefined;
  }
}

/** Creates a key where the local API that runs takes it from: the window's folder, or that of a profile without a window. */
async function createKey(data: string, name: string, origin: string) {
  const profiles = await readdir(path.join(data, 'headless')).catch(() => []);
  const folders: string[] = [];
  for (const folder of [data, ...profiles.map((profile) => path.join(data, 'headless', profile))]) {
    const created = await replaceLocalKey(folder, name, systemClock);
    if (!created.ok) continue;
    folders.push(folder);
    const status = readObject(await get(`${origin}/status`, created.value));
    if (status?.['key'] !== name) continue;
    const list = readObject(await get(`${origin}/v1/models`, created.value));
    return { key: created.value, folders, models: readArray(list?.['data']).flatMap(readModel) };
  }
  await Promise.all(folders.map((folder) => revokeLocalKey(folder, name, systemClock)));
  return undefined;
}

function readModel(value: unknown): readonly OfferedModel[] {
  const fields = readObject(value);
  const id = readString(fields?.['id']);
  if (id === '') return [];
  const known = readObject(fields?.['causeway']);
  const callsTools = known?.['calls_tools'];
  return [
    {
      id,
      contextLength: readNumber(fields?.['max_model_len']) ?? null,
      callsTools: typeof callsTools === 'boolean' ? callsTools : null,
      reasons: known?.['reasons'] === true,
      seesImages: known?.['sees_images'] === true,
    },
  ];
}

/** Returns the model to use, or a sentence why there is none. */
function chooseModel(program: ClientProgram, models: readonly OfferedModel[], wanted: string | undefined): OfferedModel | string {
  const ids = models.map(({ id }) => id);
  const model = wanted === undefined ? proposeModel(program, models) : models.find(({ id }) => id === wanted);
  if (!model) return wanted === undefined ? launchText.noFitModel(program.title, ids) : launchText.unknownModel(wanted, ids);
  const reason = unfitFor(program, model);
  return reason === undefined ? model : launchText.unfitModel(program.title, model.id, reason);
}

async function run(
  command: string,
  { args, environment: added, file }: LaunchPlan,
  rest: readonly string[],
  environment: LaunchContext['environment'],
): Promise<number> {
  const folder = file && (await mkdtemp(path.join(os.tmpdir(), 'causeway-launch-')));
  try {
    const written = file && folder ? path.join(folder, file.name) : '';
    if (file) await writeFile(written, file.text, { mode: 0o600 });
    const words = [...args.map((word) => (word === '{file}' ? written : word)), ...rest];
    return await new Promise<number>((resolve, reject) => {
      const child = spawn(command, words, { stdio: 'inherit', env: { ...environment, ...added } });
      // The terminal sends Ctrl+C to the program too, which decides what it means.
      process.on('SIGINT', () => undefined);
      for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal));
      child.once('error', reject);
      child.once('exit', (code, signal) => resolve(code ?? (signal === null ? 1 : 128 + (os.constants.signals[signal] ?? 0))));
    });
  } finally {
    if (folder) await rm(folder, { recursive: true, force: true });
  }
}
