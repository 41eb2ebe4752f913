import { createStore, type Store } from '../state/store.ts';

/** What the program asks for. */
export interface FileRequest {
  readonly id: string;
  readonly title: string;
  readonly extensions: readonly string[];
}

/** How far the file that was asked for has come. */
export type UploadState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'asking'; readonly title: string }
  | { readonly kind: 'uploading'; readonly name: string; readonly sent: number; readonly size: number }
  | { readonly kind: 'failed'; readonly name: string; readonly isTooLarge: boolean };

export interface FileUploadOptions {
  /** Shows the browser's file chooser; null if the user chose none. */
  readonly chooseFile: (accept: string) => Promise<File | null>;
  /** Browsers show it only after a click. */
  readonly canChooseNow: () => boolean;
  readonly upload: (id: string, file: File, onProgress: (sent: number) => void, signal: AbortSignal) => Promise<UploadOutcome>;
  /** Says that there is no file. */
  readonly decline: (id: string) => void;
  readonly schedule: (run: () => void, ms: number) => () => void;
}

/** `too-large`: a reverse proxy says so; the program says by itself what is wrong with a file that arrived. */
export type UploadOutcome = 'arrived' | 'too-large' | 'failed' | 'aborted';

/** Brings a file of the user's from the browser to the program. */
export interface FileUpload extends Store<UploadState> {
  readonly ask: (request: FileRequest) => void;
  /** Shows the file chooser; within a click. */
  readonly choose: () => void;
  readonly cancel: () => void;
}

/** Small files are there sooner than words about it could be read. */
const showAfterMs = 400;

/** Makes it; one file is asked for at a time, and a newer request ends an older one. */
export function createFileUpload({ chooseFile, canChooseNow, upload, decline, schedule }: FileUploadOptions): FileUpload {
  const store = createStore<UploadState>({ kind: 'idle' });
  let request: FileRequest | undefined;
  let controller = new AbortController();

  const end = (state: UploadState = { kind: 'idle' }): void => {
    const declined = request;
    request = undefined;
    controller.abort();
    store.write(state);
    if (declined) decline(declined.id);
  };
  const choose = async (): Promise<void> => {
    const asked = request;
    if (!asked) return;
    store.write({ kind: 'idle' });
    const file = await chooseFile(asked.extensions.map((extension) => `.${extension}`).join(','));
    if (request !== asked) return;
    if (file) await bring(asked, file);
    else end();
  };
  const bring = async (asked: FileRequest, file: File): Promise<void> => {
    controller = new AbortController();
    const { signal } = controller;
    let sent = 0;
    const show = (): void => store.write({ kind: 'uploading', name: file.name, sent, size: file.size });
    const cancelShow = schedule(show, showAfterMs);
    const outcome = await upload(
      asked.id,
      file,
      (count) => {
        sent = count;
        if (store.read().kind === 'uploading') show();
      },
      signal,
    );
    cancelShow();
    if (request !== asked) return;
    if (outcome !== 'arrived') return end({ kind: 'failed', name: file.name, isTooLarge: outcome === 'too-large' });
    request = undefined;
    store.write({ kind: 'idle' });
  };

  return {
    read: store.read,
    subscribe: store.subscribe,
    ask: (next) => {
      if (request) end();
      request = next;
      if (canChooseNow()) void choose();
      else store.write({ kind: 'asking', title: next.title });
    },
    choose: () => void choose(),
    cancel: () => {
      end();
    },
  };
}
