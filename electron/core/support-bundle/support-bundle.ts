import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { AppInfo } from '../../contract/app-info.ts';
import type { Settings } from '../../contract/settings.ts';
import type { Redactor } from '../shared/redactor.ts';

/** What the bundle is made from; gathered by the caller. */
export interface SupportBundleFacts {
  readonly app: AppInfo;
  readonly settings: Settings;
  /** Messages the IPC host turned away, by reason. */
  readonly refusals: Readonly<Record<string, number>>;
}

/**
 * A zip archive that helps someone else to understand what went wrong: facts and logs,
 * redacted once more on the way in. No conversations, no drafts, no secrets.
 */
export async function createSupportBundle(facts: SupportBundleFacts, logFolder: string, redactor: Redactor): Promise<Uint8Array> {
  // now, because it builds its tables when it is loaded; its Node build brings a `require` that the bundler's clashes with
  const { strToU8, zipSync } = await import('fflate/browser');
  const names = (await readdir(logFolder)).filter((name) => name.endsWith('.log'));
  const logs = await Promise.all(
    names.map(async (name) => {
      const text = await readFile(path.join(logFolder, name), 'utf8');
      return [`logs/${name}`, strToU8(String(redactor.redact(text)))] as const;
    }),
  );
  return zipSync({
    'about.json': strToU8(`${JSON.stringify(redactor.redact(facts), null, 2)}\n`),
    ...Object.fromEntries(logs),
  });
}
