import type { Failure } from '../../electron/contract/failure.ts';
import type { Call } from '../bridge/bridge.ts';
import { createStore } from './store.ts';

/** The text of a composer and whether it is saved. */
export interface Draft {
  readonly text: string;
  readonly status:
    | { readonly kind: 'reading' }
    | { readonly kind: 'saved' }
    | { readonly kind: 'unsaved' }
    | { readonly kind: 'failed'; readonly during: 'reading' | 'saving'; readonly failure: Failure };
}

/** The text of one composer. Lives outside React, so that it outlives the screen that shows it. */
export type DraftStore = ReturnType<typeof createDraftStore>;

const saveDelayMs = 300;

export interface DraftStoreOptions {
  /** The text until a saved draft is read, and if there is none. It isn't saved itself, so that any other text can be, even an empty one. */
  readonly initialText?: string;
  /** Adds what was typed while the saved text was read. */
  readonly join?: (saved: string, typed: string) => string;
  /** Undefined in plain Node. */
  readonly page?: EventTarget | undefined;
}

/** Creates the store and starts reading the saved draft. */
export function createDraftStore(
  call: Call,
  key: string,
  { initialText = '', join = joinParagraphs, page = globalThis.window }: DraftStoreOptions = {},
) {
  const store = createStore<Draft>({ text: initialText, status: { kind: 'reading' } });
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Set while there is unsaved text. */
  let stopListening: (() => void) | undefined;

  const save = async () => {
    clearTimeout(timer);
    timer = undefined;
    const { text } = store.read();
    const result = await call('drafts.keep', { key, text: text === initialText ? null : text });
    // The user typed on meanwhile, and the newer text is not saved yet.
    if (store.read().text !== text) return;
    if (result.ok) {
      stopListening?.();
      stopListening = undefined;
    }
    store.write({ text, status: result.ok ? { kind: 'saved' } : { kind: 'failed', during: 'saving', failure: result.failure } });
  };

  const loadSaved = async () => {
    const result = await call('drafts.read', { key });
    const { text: typed, status } = store.read();
    if (status.kind !== 'reading') return;
    if (!result.ok) store.write({ text: typed, status: { kind: 'failed', during: 'reading', failure: result.failure } });
    else if (typed !== initialText) edit(result.value.text === null ? typed : join(result.value.text, typed));
    else store.write({ text: result.value.text ?? initialText, status: { kind: 'saved' } });
  };
  void loadSaved();

  const flush = () => {
    const { status } = store.read();
    const isUnsaved = status.kind === 'unsaved' || (status.kind === 'failed' && status.during === 'saving');
    // Without a timer, saving is in progress already.
    if (isUnsaved && !(status.kind === 'unsaved' && timer === undefined)) void save();
  };

  const edit = (text: string) => {
    store.write({ text, status: { kind: 'unsaved' } });
    clearTimeout(timer);
    timer = setTimeout(() => void save(), saveDelayMs);
    stopListening ??= onSaveNow(flush, page);
  };

  return {
    read: store.read,
    subscribe: store.subscribe,
    /** Replaces the text. A saved one that has not been read yet is lost. */
    edit,
    /** Replaces the text as far as it is known. A saved one that has not been read yet is added before it. */
    type: (text: string) => {
      const { status } = store.read();
      if (status.kind === 'reading') store.write({ text, status });
      else edit(text);
    },
    /** Saves unsaved text without waiting for a pause in typing. */
    flush,
    /** Returns to the initial text, and deletes the saved one. */
    discard: () => {
      edit(initialText);
      flush();
    },
  };
}

/** Appends a paragraph to a text. */
export function joinParagraphs(text: string, added: string): string {
  return text.trim() === '' ? added : `${text.trimEnd()}\n\n${added}`;
}

const saveNowEvent = 'causeway-save-now';

/** Makes every store of the page save its unsaved text at once. */
export function saveNow(page: EventTarget): void {
  page.dispatchEvent(new Event(saveNowEvent));
}

/** Calls `save` on `saveNow` and when the page is closed. Returns the unsubscribe function. `page` is undefined in plain Node. */
export function onSaveNow(save: () => void, page: EventTarget | undefined = globalThis.window): () => void {
  page?.addEventListener(saveNowEvent, save);
  page?.addEventListener('pagehide', save);
  return () => {
    page?.removeEventListener(saveNowEvent, save);
    page?.removeEventListener('pagehide', save);
  };
}
