import { closeSync, existsSync, fstatSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';
import type { Clock } from './clock.ts';
import type { Redactor } from './redactor.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Writes events as JSON lines to the user's log folder. */
export type Log = ReturnType<typeof openLog>;

export interface LogOptions {
  readonly folder: string;
  readonly clock: Clock;
  readonly redactor: Redactor;
  /** A larger file is rotated. */
  readonly maxBytes?: number;
  /** How many rotated files are kept. */
  readonly keep?: number;
  /** Renames a file. */
  readonly rename?: (from: string, to: string) => void;
}

/** The current log file. Rotated files are `causeway.1.log` (newest) and up. */
export const logFileName = 'causeway.log';

/**
 * Opens the log. Lines are written synchronously, because they are few and the last ones before a crash matter most. A log that can't be
 * written never stops the program.
 */
export function openLog({ folder, clock, redactor, maxBytes = 2_000_000, keep = 4, rename = renameSync }: LogOptions) {
  let file: number | undefined;
  let size = 0;
  let isCut = false;
  let isClosed = false;

  const open = (): number => {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    file = openSync(path.join(folder, logFileName), 'a', 0o600);
    size = fstatSync(file).size;
    return file;
  };
  const release = (): void => {
    const opened = file;
    file = undefined;
    if (opened !== undefined) closeSync(opened);
  };
  /** Ignores errors and tries again with the next line, because a full disk may be temporary. */
  const attempt = (work: () => void): void => {
    try {
      work();
    } catch {
      release();
    }
  };

  const write = (level: 'info' | 'warn' | 'error', event: string, fields: Fields = {}): void => {
    if (isClosed) return;
    const clean = redactor.redact(fields) as Fields; // an object goes in, so an object comes out
    const line = `${JSON.stringify({ time: new Date(clock.now()).toISOString(), level, event, ...clean })}\n`;
    attempt(() => {
      const bytes = Buffer.from(isCut ? `\n${line}` : line); // half a line stays what it is
      const written = writeSync(file ?? open(), bytes);
      isCut = written < bytes.length;
      size += written;
      if (size <= maxBytes) return;
      release();
      putAside(folder, keep, rename);
      open();
    });
  };

  attempt(open);
  return {
    info: (event: string, fields?: Fields) => write('info', event, fields),
    warn: (event: string, fields?: Fields) => write('warn', event, fields),
    error: (event: string, fields?: Fields) => write('error', event, fields),
    close: (): void => {
      isClosed = true;
      release();
    },
  };
}

function putAside(folder: string, keep: number, rename: (from: string, to: string) => void): void {
  const current = path.join(folder, logFileName);
  const numbered = (n: number): string => path.join(folder, `causeway.${n}.log`);
  // Windows renames no file that a viewer has open, and each line would move the others then
  rename(current, numbered(0));
  try {
    rmSync(numbered(keep), { force: true });
    for (let n = keep - 1; n >= 0; n -= 1) {
      if (existsSync(numbered(n))) rename(numbered(n), numbered(n + 1));
    }
  } catch (error) {
    rename(numbered(0), current);
    throw error;
  }
}
