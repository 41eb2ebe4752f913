import type { Call } from '../bridge/bridge.ts';
import { createDraftStore, type DraftStore } from '../state/draft-store.ts';
import { readAuthorship, writeAuthorship, type Authorship } from './authorship.ts';
import type { AuthoredText } from './authored-text.ts';

/** A page as it was when the window closed. */
export interface RestoredCompletion extends Omit<Authorship, 'byModel'> {
  readonly passage: AuthoredText;
}

/** Keeps a page through crashes: its text, and beside it what else is to be known of it. */
export interface CompletionDraft {
  readonly keep: (passage: AuthoredText, about: Omit<Authorship, 'byModel'>) => void;
  /** Keeps what is not kept yet without waiting for a pause. */
  readonly flush: () => void;
  /** What was kept before. */
  readonly returned: Promise<RestoredCompletion>;
}

/** Starts reading what was kept before. */
export function createCompletionDraft(call: Call): CompletionDraft {
  const words = createDraftStore(call, 'complete');
  const origin = createDraftStore(call, 'complete.origin');
  const readBoth = async (): Promise<RestoredCompletion> => {
    const [text, json] = await Promise.all([textOf(words), textOf(origin)]);
    const { byModel, ...about } = readAuthorship(json, text);
    return { ...about, passage: { text, byModel } };
  };
  return {
    returned: readBoth(),
    keep: (passage, about) => {
      words.edit(passage.text);
      const json = writeAuthorship({ ...about, byModel: passage.byModel }, passage.text);
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
      const { text, status } = draft.read();
      if (status.kind === 'reading') return;
      stop();
      resolve(text);
    });
  });
}
