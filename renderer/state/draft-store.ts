import type { Failure } from '../../electron/contract/failure.ts';
import type { Call } from '../bridge/bridge.ts';
import { createStore, type Store } from './store.ts';

/** What is in the composer, and whether it is safe. */
export interface Draft {
  readonly text: string;
  readonly safety:
    | { readonly kind: 'reading' }
    | { readonly kind: 'kept' }
    | { readonly kind: 'unkept' }
    | { readonly kind: 'failed'; readonly during: 'reading' | 'keeping'; readonly failure: Failure };
}

/** The text of one composer; lives outside React, so that it outlives the screen that shows it. */
export interface DraftStore extends Store<Draft> {
  readonly edit: (text: string) => void;
  /** Keeps what is not kept yet without waiting for a pause in typing. */
  readonly flush: () => void;
}

const pauseBeforeKeeping = 300;

/** Makes the store and starts reading what was kept before; `otherwise` is the text where nothing was. */
export function createDraftStore(call: Call, key: string, otherwise = '', page: EventTarget | undefined = globalThis.window): DraftStore {
  const store = createStore<Draft>({ text: '', safety: { kind: 'reading' } });
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Set while there is a text that is not saved; later there is nothing to listen for. */
  let stopListening: (() => void) | undefined;

  const keep = async () => {
    clearTimeout(timer);
    timer = undefined;
    const { text } = store.read();
    const result = await call('drafts.keep', { key, text });
    // Typing went on meanwhile: this answer says nothing about the newer text.
    if (store.read().text !== text) return;
    if (result.ok) {
      stopListening?.();
      stopListening = undefined;
    }
    store.write({ text, safety: result.ok ? { kind: 'kept' } : { kind: 'failed', during: 'keeping', failure: result.failure } });
  };

  const readKept = async () => {
    const result = await call('drafts.read', { key });
    // The composer is read-only until now, so there is no typed text to lose here.
    if (result.ok) store.write({ text: result.value.text === '' ? otherwise : result.value.text, safety: { kind: 'kept' } });
    else store.write({ text: otherwise, safety: { kind: 'failed', during: 'reading', failure: result.failure } });
  };
  void readKept();

  const flush = () => {
    const { safety } = store.read();
    const isUnsaved = safety.kind === 'unkept' || (safety.kind === 'failed' && safety.during === 'keeping');
    // what is on its way already is not sent twice
    if (isUnsaved && !(safety.kind === 'unkept' && timer === undefined)) void keep();
  };

  return {
    read: store.read,
    subscribe: store.subscribe,
    edit: (text) => {
      store.write({ text, safety: { kind: 'unkept' } });
      clearTimeout(timer);
      timer = setTimeout(() => void keep(), pauseBeforeKeeping);
      stopListening ??= onSaveNow(flush, page);
    },
    flush,
  };
}

const saveNowEvent = 'causeway-save-now';

/** Has every store of the page save at once what it holds back for a pause in typing. */
export function saveNow(page: EventTarget): void {
  page.dispatchEvent(new Event(saveNowEvent));
}

/** Calls `save` when that is asked for, and when the page goes. Returns what ends it; in plain Node there is no page. */
export function onSaveNow(save: () => void, page: EventTarget | undefined = globalThis.window): () => void {
  page?.addEventListener(saveNowEvent, save);
  page?.addEventListener('pagehide', save);
  return () => {
    page?.removeEventListener(saveNowEvent, save);
    page?.removeEventListener('pagehide', save);
  };
}
