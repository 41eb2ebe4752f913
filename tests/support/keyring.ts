import { spawn } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { killGroup } from '../../electron/core/shared/process-group.ts';

/** The state of the keyring in a script's session. */
export type KeyringState =
  /** An unlocked keyring. */
  | 'unlocked'
  /** The same keyring, locked, and nobody can unlock it. */
  | 'locked'
  /** A daemon without any keyring. */
  | 'empty'
  /** A session bus without a secret service. */
  | 'no-service'
  /** No session bus at all. */
  | 'no-bus';

const commands: Readonly<Record<Exclude<KeyringState, 'no-bus'>, string>> = {
  unlocked: 'printf "pw\\n" | gnome-keyring-daemon --unlock --components=secrets >/dev/null',
  locked: 'gnome-keyring-daemon --start --components=secrets >/dev/null',
  empty: 'gnome-keyring-daemon --start --components=secrets >/dev/null',
  'no-service': 'true',
};

/** Configuration of a session bus that starts no services. */
const bareBus = `<busconfig><type>session</type><listen>unix:tmpdir=/tmp</listen>
<policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy></busconfig>`;

const timeoutMs = 120_000;

/** A command that runs a Node script with its own session bus and GNOME Keyring. */
export interface KeyringCommand {
  readonly command: string;
  readonly words: readonly string[];
  readonly env: NodeJS.ProcessEnv;
}

/**
 * Returns the command for a script. All files are in `folder`, so that a second run in another state uses the same keyring and the
 * user's own keyring is never touched. The bus exits with the script, and the daemon with the bus.
 */
export async function keyringCommand(folder: string, state: KeyringState, script: readonly string[]): Promise<KeyringCommand> {
  const data = path.join(folder, state === 'empty' ? 'empty-data' : 'data');
  const runtime = path.join(folder, 'run');
  const bus = path.join(folder, 'bus.conf');
  for (const each of [data, runtime]) await mkdir(each, { recursive: true, mode: 0o700 });
  await writeFile(bus, bareBus);
  const { DISPLAY: _display, WAYLAND_DISPLAY: _wayland, DBUS_SESSION_BUS_ADDRESS: _bus, ...rest } = process.env;
  const env = { ...rest, HOME: folder, XDG_DATA_HOME: data, XDG_RUNTIME_DIR: runtime, NODE_OPTIONS: '' };
  if (state === 'no-bus') return { command: process.execPath, words: script, env };
  const wrapped = ['--', 'bash', '-c', `${commands[state]}; exec "$@"`, 'bash', process.execPath, ...script];
  return { command: 'dbus-run-session', words: state === 'no-service' ? [`--config-file=${bus}`, ...wrapped] : wrapped, env };
}

/** Runs a script in a keyring's session, and returns its last line, parsed as JSON. */
export async function runWithKeyring(folder: string, state: KeyringState, script: string, args: readonly string[] = []): Promise<unknown> {
  const { command, words, env } = await keyringCommand(folder, state, [script, ...args]);
  const printed = await new Promise<string>((resolve, reject) => {
    // in its own group, so that the bus and the script are killed with it
    const child = spawn(command, words, { env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
    const [output, errorOutput]: [Buffer[], Buffer[]] = [[], []];
    child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => errorOutput.push(chunk));
    const fail = (how: string): void => reject(new Error(`${script} ${how}:\n${Buffer.concat(errorOutput).toString()}`));
    const timer = setTimeout(() => {
      killGroup(child, 'SIGKILL');
      fail(`did not end within ${timeoutMs / 1000} seconds`);
    }, timeoutMs);
    child.once('error', reject).once('close', (code) => {
      clearTimeout(timer);
      if (code === 0) resolve(Buffer.concat(output).toString());
      else fail(`ended with ${code}`);
    });
  });
  return JSON.parse(printed.trim().split('\n').at(-1) ?? 'null');
}
