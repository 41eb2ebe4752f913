import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { AppInfo } from '../../contract/app-info.ts';
import type { Settings } from '../../contract/settings.ts';
import type { Redactor } from '../shared/redactor.ts';

/** The facts in the bundle. */
export interface SupportBundleFacts {
  readonly app: AppInfo;
  readonly settings: Settings;
  /** Messages the IPC host rejected, by reason. */
  readonly refusals: Readonly<Record<string, number>>;
}

/** Creates a zip archive of facts and logs for support, redacted again. It contains no conversations, drafts or secrets. */
export async function createSupportBundle(facts: SupportBundleFacts, logFolder: string, redactor: Redactor): Promise<Uint8Array> {
  // loaded on demand, because it builds tables; its Node build has a `require` that clashes with the bundler's
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
