import { readFile } from 'node:fs/promises';
import path from 'node:path';

const bugEvents = new Set(['handler.bug', 'main.exception', 'main.rejection']);

/** Returns the unexpected errors in the log of a profile folder. */
export async function loggedBugs(profile: string): Promise<readonly unknown[]> {
  const text = await readFile(path.join(profile, 'logs/causeway.log'), 'utf8');
  const lines = text.split('\n').filter((line) => line !== '');
  return lines.map((line) => JSON.parse(line) as { readonly event: string }).filter(({ event }) => bugEvents.has(event));
}
