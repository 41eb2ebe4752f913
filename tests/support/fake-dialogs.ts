import { copyFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ok } from '../../electron/contract/failure.ts';
import type { Dialogs, DialogQuestion } from '../../electron/host/dialogs.ts';

/** Dialogs answered by the test. `asked` has the questions, `suggested` the file names. */
export interface FakeDialogs extends Dialogs {
  readonly asked: DialogQuestion[];
  readonly suggested: string[];
}

/** Chooses `file` in file dialogs. `answer` may act while the question is open. */
export function fakeDialogs({
  file = null,
  answer = () => false,
}: { readonly file?: string | null; readonly answer?: (question: DialogQuestion) => boolean | Promise<boolean> } = {}): FakeDialogs {
  const asked: DialogQuestion[] = [];
  const suggested: string[] = [];
  return {
    asked,
    suggested,
    chooseFileToSave: (_title, name) => {
      suggested.push(name);
      return Promise.resolve(file === null ? null : { path: file, deliver: async () => file, discard: async () => undefined });
    },
    chooseFileToOpen: () =>
      Promise.resolve(ok(file === null ? null : { path: file, name: file, isCopy: false, release: async () => undefined })),
    confirm: async (question) => {
      asked.push(question);
      return answer(question);
    },
  };
}

/**
 * Simulates a shell that copies files. A saved file is written to `folder` and delivered there under its suggested name. An opened
 * file is a copy of `file` in `folder`. Any other file in the folder afterwards was not cleaned up.
 */
export function copyingDialogs({ folder, file = null }: { readonly folder: string; readonly file?: string | null }): FakeDialogs {
  const [written, upload] = [path.join(folder, 'unfinished'), path.join(folder, 'upload')];
  return {
    ...fakeDialogs(),
    chooseFileToSave: async (_title, name) => {
      await writeFile(written, '');
      return {
        path: written,
        deliver: async () => {
          await rename(written, path.join(folder, name));
          return name;
        },
        discard: () => rm(written),
      };
    },
    chooseFileToOpen: async () => {
      if (file === null) return ok(null);
      await copyFile(file, upload);
      return ok({ path: upload, name: path.basename(file), isCopy: true, release: () => rm(upload) });
    },
  };
}
