import path from 'node:path';
import { powershellWord, shellWord } from '../shared/quoting.ts';

/** How this program was started. */
export interface ProgramStart {
  readonly platform: NodeJS.Platform;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly execPath: string;
  /** The script that Node runs. */
  readonly script: string;
  /** The folder of this program's code. */
  readonly codeFolder: string;
}

/** Quotes a word for the system's usual shell, if it needs that. */
function quoteFor(platform: NodeJS.Platform, word: string): string {
  if (/^[\w./:@+-]+$/.test(word) && !word.startsWith('-')) return word;
  return platform === 'win32' ? powershellWord(word) : shellWord(word);
}

/** Returns what to enter in a terminal instead of `causeway`, which is a command only where an installer made one. */
function programCommand({ platform, environment, execPath, script, codeFolder }: ProgramStart): string {
  const isWindows = platform === 'win32';
  const run = (...words: readonly string[]): string => {
    const quoted = words.map((word) => quoteFor(platform, word)).join(' ');
    return isWindows && quoted.startsWith("'") ? `& ${quoted}` : quoted; // otherwise PowerShell prints it
  };
  if (codeFolder.includes('app.asar')) {
    const { APPIMAGE: image, APPDIR: mount, PORTABLE_EXECUTABLE_FILE: portable } = environment;
    // A terminal that is an AppImage itself passes its own on.
    if (image && mount && execPath.startsWith(mount)) return run(image);
    if (isWindows && portable) return run(portable);
    return path.posix.dirname(execPath) === '/opt/Causeway' ? 'causeway' : run(execPath);
  }
  const sources = /^(.*)[\\/](?:build[\\/]out|electron[\\/]core)(?:[\\/]|$)/.exec(codeFolder)?.[1];
  return sources === undefined ? run(execPath, script) : `npm --prefix ${quoteFor(platform, sources)} run headless --`;
}

/** Returns the command that starts a program with a model. */
export function launchCommand(
  start: ProgramStart,
  { id, model, dataFolder }: { readonly id: string; readonly model: string | undefined; readonly dataFolder: string | undefined },
): string {
  const flags = { '--model': model, '--data': dataFolder };
  const words = Object.entries(flags).flatMap(([flag, value]) => (value === undefined ? [] : [flag, quoteFor(start.platform, value)]));
  return [programCommand(start), 'launch', id, ...words].join(' ');
}
