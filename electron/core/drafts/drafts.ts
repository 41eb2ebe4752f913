import path from 'node:path';
import * as z from 'zod';
import type { Result } from '../../contract/failure.ts';
import { openDocument, type DocumentProblem } from '../shared/stored-document.ts';

/** Unsent texts, on disk, so that they survive a crash. */
export interface Drafts {
  readonly problem: DocumentProblem | undefined;
  readonly read: (key: string) => string;
  /** Saves a draft. An empty text deletes it. */
  readonly keep: (key: string, text: string) => Promise<Result<undefined>>;
  readonly settled: () => Promise<void>;
}

/** Opens `drafts.json` in the data folder. */
export async function openDrafts(folder: string): Promise<Drafts> {
  const document = await openDocument<Readonly<Record<string, string>>>({
    file: path.join(folder, 'drafts.json'),
    version: 1,
    schema: z.record(z.string(), z.string()),
    migrations: {},
    initial: {},
  });
  return {
    problem: document.problem,
    settled: document.settled,
    read: (key) => (Object.hasOwn(document.read(), key) ? (document.read()[key] ?? '') : ''),
    keep: (key, text) =>
      document.change((drafts) => {
        const { [key]: _, ...others } = drafts;
        return text === '' ? others : { ...others, [key]: text };
      }),
  };
}
