import { closeSync, fstatSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';
import type { Clock } from './clock.ts';
import { errorCode } from './node-error.ts';
import type { Redactor } from './redactor.ts';

type Fields = Readonly<Record<string, unknown>>;

/** What happened, as JSON lines in the user's log folder. */
export interface Log {
  readonly info: (event: string, fields?: Fields) => void;
  readonly warn: (event: string, fields?: Fields) => void;
  readonly error: (event: string, fields?: Fields) => void;
  readonly close: () => void;
}

export interface LogOptions {
  readonly folder: string;
  readonly clock: Clock;
  readonly redactor: Redactor;
  /** A file that grew past this is put aside. */
  readonly maxBytes?: number;
  /** How many files put aside are kept. */
  readonly keep?: number;
}

/** The log file being written; those put aside are `causeway.1.log` (newest) and up. */
export const logFileName = 'causeway.log';

/**
 * Opens the log. Lines are written at once and synchronously: they are few and small,
 * and the last ones before a crash are those that matter. A log that can't be written
 * never stops the program.
 */
export function openLog({ folder, clock, redactor, maxBytes = 2_000_000, keep = 4 }: LogOptions): Log {
  let file: number | undefined = openForAppending(folder);
  let size = file === undefined ? 0 : fstatSync(file).size;

  const rotate = (): void => {
    if (file !== undefined) closeSync(file);
    putAside(folder, keep);
    file = openForAppending(folder);
    size = 0;
  };

  const write = (level: 'info' | 'warn' | 'error', event: string, fields: Fields = {}): void => {
    if (file === undefined) return;
    const clean = redactor.redact(fields) as Fields; // an object goes in, so an object comes out
    const line = `${JSON.stringify({ time: new Date(clock.now()).toISOString(), level, event, ...clean })}\n`;
    try {
      size += writeSync(file, line);
      if (size > maxBytes) rotate();
    } catch {
      file = undefined; // a full disk: nothing to be done, and nobody to tell
    }
  };

  return {
    info: (event, fields) => write('info', event, fields),
    warn: (event, fields) => write('warn', event, fields),
    error: (event, fields) => write('error', event, fields),
    close: () => {
      if (file !== undefined) closeSync(file);
      file = undefined;
    },
  };
}

function openForAppending(folder: string): number | undefined {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return openSync(path.join(folder, logFileName), 'a', 0o600);
  } catch {
    return undefined;
  }
}

function putAside(folder: string, keep: number): void {
  const numbered = (n: number): string => path.join(folder, n === 0 ? logFileName : `causeway.${n}.log`);
  rmSync(numbered(keep), { force: true });
  for (let n = keep - 1; n >= 0; n -= 1) {
    try {
      renameSync(numbered(n), numbered(n + 1));
    } catch (error) {
      if (errorCode(error) !== 'ENOENT') throw error;
    }
  }
}
