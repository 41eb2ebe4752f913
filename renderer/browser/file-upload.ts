import { createStore, type Store } from '../state/store.ts';

/** A file that the program requests. */
export interface FileRequest {
  readonly id: string;
  readonly title: string;
  readonly extensions: readonly string[];
}

/** State of the requested upload. */
export type UploadState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'asking'; readonly title: string }
  | { readonly kind: 'uploading'; readonly name: string; readonly sent: number; readonly size: number }
  | { readonly kind: 'failed'; readonly name: string; readonly isTooLarge: boolean };

export interface FileUploadOptions {
  /** Shows the browser's file chooser; null if the user chose none. */
  readonly chooseFile: (accept: string) => Promise<File | null>;
  /** Whether the browser allows the chooser now. It requires a recent click. */
  readonly canChooseNow: () => boolean;
  readonly upload: (id: string, file: File, onProgress: (sent: number) => void, signal: AbortSignal) => Promise<UploadOutcome>;
  /** Tells the program that there is no file. */
  readonly decline: (id: string) => void;
  readonly schedule: (run: () => void, ms: number) => () => void;
}

/** `too-large` comes from a reverse proxy. The program itself reports problems with uploaded files. */
export type UploadOutcome = 'arrived' | 'too-large' | 'failed' | 'aborted';

/** Uploads a file of the user's to the program. */
export interface FileUpload extends Store<UploadState> {
  readonly request: (request: FileRequest) => void;
  /** Shows the file chooser. Must be called within a click. */
  readonly choose: () => void;
  readonly cancel: () => void;
}

/** Faster uploads show no progress. */
const showAfterMs = 400;

/** Creates the upload. Handles one request at a time; a newer request ends an older one. */
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
    const current = request;
    if (!current) return;
    store.write({ kind: 'idle' });
    const file = await chooseFile(current.extensions.map((extension) => `.${extension}`).join(','));
    if (request !== current) return;
    if (file) await send(current, file);
    else end();
  };
  const send = async (current: FileRequest, file: File): Promise<void> => {
    controller = new AbortController();
    const { signal } = controller;
    let sent = 0;
    const show = (): void => store.write({ kind: 'uploading', name: file.name, sent, size: file.size });
    const cancelShow = schedule(show, showAfterMs);
    const outcome = await upload(
      current.id,
      file,
      (count) => {
        sent = count;
        if (store.read().kind === 'uploading') show();
      },
      signal,
    );
    cancelShow();
    if (request !== current) return;
    if (outcome !== 'arrived') return end({ kind: 'failed', name: file.name, isTooLarge: outcome === 'too-large' });
    request = undefined;
    store.write({ kind: 'idle' });
  };

  return {
    read: store.read,
    subscribe: store.subscribe,
    request: (next) => {
      if (request) end();
      request = next;
      if (canChooseNow()) void choose();
      else store.write({ kind: 'asking', title: next.title });
    },
    choose: () => void choose(),
    cancel: () => end(),
  };
}
