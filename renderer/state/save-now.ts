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
