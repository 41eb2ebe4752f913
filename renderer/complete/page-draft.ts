import type { Call } from '../bridge/call.ts';
import { createDraftStore, type DraftStore } from '../state/draft-store.ts';
import { readOrigin, writeOrigin, type Origin } from './origin.ts';
import type { Passage } from './passage.ts';

/** A page as it was when the window closed. */
export interface ReturnedPage extends Omit<Origin, 'byModel'> {
  readonly passage: Passage;
}

/** Keeps a page through crashes: its text, and beside it what else is to be known of it. */
export interface PageDraft {
  readonly keep: (passage: Passage, about: Omit<Origin, 'byModel'>) => void;
  /** Keeps what is not kept yet without waiting for a pause. */
  readonly flush: () => void;
  /** What was kept before. */
  readonly returned: Promise<ReturnedPage>;
}

/** Starts reading what was kept before. */
export function createPageDraft(call: Call): PageDraft {
  const words = createDraftStore(call, 'complete');
  const origin = createDraftStore(call, 'complete.origin');
  const readBoth = async (): Promise<ReturnedPage> => {
    const [text, json] = await Promise.all([textOf(words), textOf(origin)]);
    const { byModel, ...about } = readOrigin(json, text);
    return { ...about, passage: { text, byModel } };
  };
  return {
    returned: readBoth(),
    keep: (passage, about) => {
      words.edit(passage.text);
      const json = writeOrigin({ ...about, byModel: passage.byModel }, passage.text);
      if (json !== origin.read().text) origin.edit(json);
    },
    flush: () => {
      words.flush();
      origin.flush();
    },
  };
}

/** What was kept, once it is read. */
function textOf(draft: DraftStore): Promise<string> {
  return new Promise((resolve) => {
    const stop = draft.subscribe(() => {
      const { text, safety } = draft.read();
      if (safety.kind === 'reading') return;
      stop();
      resolve(text);
    });
  });
}
