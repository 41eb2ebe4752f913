import type { HostMessage } from '../contract/browser-channel.ts';
import { ok } from '../contract/failure.ts';
import type { Dialogs } from '../host/dialogs.ts';
import { exportCancelled, type ConversationFileDependencies } from '../host/files/conversation-files.ts';
import type { FileTransfers } from './file-transfers.ts';

export interface BrowserDialogsOptions {
  readonly files: FileTransfers;
  readonly send: (message: HostMessage) => void;
  readonly confirm: Dialogs['confirm'];
  /** Aborted when the page can upload no more. */
  readonly gone: AbortSignal;
}

/**
 * Creates dialogs for a browser: saving is a download, opening uses the browser's file chooser, and questions are asked at a
 * terminal.
 */
export function createBrowserDialogs({ files, send, confirm, gone }: BrowserDialogsOptions): Dialogs {
  return {
    chooseFileToSave: async (_title, name) => {
      const { id, path } = await files.offer(name, 'download');
      return {
        path,
        deliver: async () => {
          send({ kind: 'download', id, name });
          return name;
        },
        discard: () => files.remove(id),
      };
    },
    chooseFileToOpen: async (title, kinds, maxBytes) => {
      const { id, received } = files.expect(maxBytes);
      gone.addEventListener('abort', () => files.withdraw(id), { once: true });
      send({ kind: 'choose-file', id, title, extensions: kinds.flatMap(({ extensions }) => extensions) });
      return received;
    },
    confirm,
  };
}

/** Creates the print function, which uses the browser's print dialog. The user can save a PDF there. */
export function createBrowserPrint({
  files,
  send,
}: Pick<BrowserDialogsOptions, 'files' | 'send'>): ConversationFileDependencies['printPdf'] {
  return async ({ suggestedName, writeHtml }, signal) => {
    const { id, path } = await files.offer(suggestedName, 'print');
    const written = await writeHtml(path);
    if (!written.ok || signal.aborted) {
      await files.remove(id);
      return written.ok ? exportCancelled() : written;
    }
    send({ kind: 'print', id });
    return ok({ file: null });
  };
}
