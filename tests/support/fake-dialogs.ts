import { copyFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ok } from '../../electron/contract/failure.ts';
import { createScreenReaderConfirmation, createLastUserGesture, type UserGesture } from '../../electron/host/user-activation.ts';
import type { Dialogs, DialogQuestion } from '../../electron/host/dialogs.ts';

/** A desktop whose user answers as told; `asked` is what they were shown. */
export interface FakeDialogs extends Dialogs {
  readonly asked: DialogQuestion[];
  readonly suggested: string[];
}

/** `file` is what the user chooses in file dialogs; `answer` may do something while the question is open. */
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
    chooseFileToOpen: () => Promise.resolve(ok(file === null ? null : { path: file, name: file, release: async () => undefined })),
    confirm: async (question) => {
      asked.push(question);
      return answer(question);
    },
  };
}

/**
 * The same in a shell that copies files: what is saved is written in `folder` and delivered there under its suggested name, and
 * what is opened is a copy of `file` in `folder`. So whatever else is in the folder afterwards was left behind.
 */
export function copyingDialogs({
  folder,
  file = null,
  answer,
}: {
  readonly folder: string;
  readonly file?: string | null;
  readonly answer?: (question: DialogQuestion) => boolean;
}): FakeDialogs {
  const [written, upload] = [path.join(folder, 'unfinished'), path.join(folder, 'upload')];
  return {
    ...fakeDialogs(answer ? { answer } : {}),
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
      return ok({ path: upload, name: path.basename(file), release: () => rm(upload) });
    },
  };
}

/** A person who has just clicked, once, and answers at this desktop. */
export function oneClick({ confirm }: Pick<Dialogs, 'confirm'> = fakeDialogs()): () => UserGesture {
  const now = () => 0;
  const noticed = createLastUserGesture(now);
  noticed.record();
  const gesture = createScreenReaderConfirmation({ lastGesture: noticed, hasScreenReader: () => false, confirm, now });
  return () => gesture;
}

/** A person whose screen reader has just pressed a button, which nobody noticed. */
export function unnoticedPress({ confirm }: Pick<Dialogs, 'confirm'>): () => UserGesture {
  const gesture = createScreenReaderConfirmation({ lastGesture: { use: () => false }, hasScreenReader: () => true, confirm, now: () => 0 });
  return () => gesture;
}
