import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** The state of the keyring a script is run beside. */
export type KeyringState =
  /** A keyring of its own, open. */
  | 'unlocked'
  /** The same keyring, closed, with nobody to ask. */
  | 'locked'
  /** A daemon without any keyring. */
  | 'empty'
  /** A session bus on which nobody offers secrets. */
  | 'no-service'
  /** No session bus at all. */
  | 'no-bus';

const commands: Readonly<Record<Exclude<KeyringState, 'no-bus'>, string>> = {
  unlocked: 'printf "pw\\n" | gnome-keyring-daemon --unlock --components=secrets >/dev/null',
  locked: 'gnome-keyring-daemon --start --components=secrets >/dev/null',
  empty: 'gnome-keyring-daemon --start --components=secrets >/dev/null',
  'no-service': 'true',
};

/** A bus that starts no services by itself. */
const bareBus = `<busconfig><type>session</type><listen>unix:tmpdir=/tmp</listen>
<policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy></busconfig>`;

/** How to run a Node script under a session bus and a real GNOME Keyring of its own. */
export interface KeyringCommand {
  readonly command: string;
  readonly words: readonly string[];
  readonly env: NodeJS.ProcessEnv;
}

/**
 * Everything lives in `folder`, so that a second run with another state sees the same keyring; the user's own is never
 * touched. The bus ends with the script, and the daemon with the bus.
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

/** Runs a script beside a keyring, and gives what it printed as JSON. */
export async function runWithKeyring(folder: string, state: KeyringState, script: string, args: readonly string[] = []): Promise<unknown> {
  const { command, words, env } = await keyringCommand(folder, state, [script, ...args]);
  const printed = await new Promise<string>((resolve, reject) => {
    execFile(command, [...words], { env, timeout: 40_000 }, (error, stdout, stderr) =>
      error ? reject(new Error(`${error.message}\n${stderr}`)) : resolve(stdout),
    );
  });
  return JSON.parse(printed.trim().split('\n').at(-1) ?? 'null');
}
