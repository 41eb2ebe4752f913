import path from 'node:path';

/** Returns the path of a program of Windows. By its name alone, Windows would look for it in the current folder first. */
export function windowsProgram(name: string, environment: Readonly<Record<string, string | undefined>> = process.env): string {
  return path.win32.join(environment['SystemRoot'] ?? String.raw`C:\Windows`, 'System32', name);
}
