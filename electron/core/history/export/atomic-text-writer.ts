import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';

/** A file that comes to be piece by piece, and is there under its name only once it is whole. */
export interface AtomicTextWriter {
  readonly write: (text: string) => void;
  readonly finish: () => void;
  /** Takes it away, unless it is finished. */
  readonly abandon: () => void;
}

/** Begins a file; the calling thread waits for the disk, so memory never runs ahead of it. */
export function openAtomicTextWriter(file: string): AtomicTextWriter {
  const temporary = `${file}.${randomBytes(6).toString('hex')}.part`;
  const handle = openSync(temporary, 'wx', 0o600);
  let isOpen = true;
  const close = (): void => {
    if (isOpen) closeSync(handle);
    isOpen = false;
  };
  return {
    write: (text) => {
      const bytes = Buffer.from(text);
      for (let at = 0; at < bytes.length;) at += writeSync(handle, bytes, at);
    },
    finish: () => {
      fsyncSync(handle);
      close();
      renameSync(temporary, file);
    },
    abandon: () => {
      close();
      rmSync(temporary, { force: true });
    },
  };
}
