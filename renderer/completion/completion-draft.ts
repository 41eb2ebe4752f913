import type { Call } from '../bridge/call.ts';
import { createDraftStore, type DraftStore } from '../state/draft-store.ts';
import type { AuthoredText, TextRange } from './authored-text.ts';

/** A page as it was when the window closed. */
export interface RestoredCompletion extends Omit<Authorship, 'byModel'> {
  readonly text: AuthoredText;
}

/** Keeps a page through crashes: its text, and beside it what else is to be known of it. */
interface CompletionDraft {
  readonly save: (passage: AuthoredText, authorship: Omit<Authorship, 'byModel'>) => void;
  /** Keeps what is not kept yet without waiting for a pause. */
  readonly flush: () => void;
  /** What was kept before. */
  readonly restored: Promise<RestoredCompletion>;
}

/** Starts reading what was kept before. */
export function createCompletionDraft(call: Call): CompletionDraft {
  const textDraft = createDraftStore(call, 'complete');
  const authorshipDraft = createDraftStore(call, 'complete.origin');
  const readBoth = async (): Promise<RestoredCompletion> => {
    const [text, json] = await Promise.all([readDraft(textDraft), readDraft(authorshipDraft)]);
    const { byModel, ...about } = readAuthorship(json, text);
    return { ...about, text: { text, byModel } };
  };
  return {
    restored: readBoth(),
    save: (passage, about) => {
      textDraft.edit(passage.text);
      const json = writeAuthorship({ ...about, byModel: passage.byModel }, passage.text);
      if (json !== authorshipDraft.read().text) authorshipDraft.edit(json);
    },
    flush: () => {
      textDraft.flush();
      authorshipDraft.flush();
    },
  };
}

/** What was kept, once it is read. */
function readDraft(draft: DraftStore): Promise<string> {
  return new Promise((resolve) => {
    const stop = draft.subscribe(() => {
      const { text, safety } = draft.read();
      if (safety.kind === 'reading') return;
      stop();
      resolve(text);
    });
  });
}

/** What a page is besides its text. */
interface Authorship {
  /** The kept text it belongs to; null: it was not kept yet. */
  readonly keptId: string | null;
  /** The model was writing. */
  readonly isGrowing: boolean;
  /** What of it the model wrote. */
  readonly byModel: readonly TextRange[];
}

const noAuthorship: Authorship = { keptId: null, isGrowing: false, byModel: [] };

/** As a draft is kept; of a text that is all the user's own there is nothing to keep. */
function writeAuthorship(origin: Authorship, text: string): string {
  return origin.keptId === null && origin.byModel.length === 0 ? '' : JSON.stringify({ ...origin, length: text.length });
}

/** Reads it beside the text; the two are kept one after the other, so that they may not fit together. */
function readAuthorship(json: string, text: string): Authorship {
  if (json === '') return noAuthorship;
  try {
    const read: unknown = JSON.parse(json);
    if (typeof read !== 'object' || read === null) return noAuthorship;
    const { keptId, isGrowing, length, byModel } = read as Readonly<Record<string, unknown>>; // each is looked at below
    return {
      keptId: typeof keptId === 'string' ? keptId : null,
      isGrowing: isGrowing === true,
      byModel: length === text.length && Array.isArray(byModel) && isRangeList(byModel, text.length) ? byModel : [],
    };
  } catch {
    return noAuthorship;
  }
}

function isRangeList(ranges: readonly unknown[], length: number): ranges is readonly TextRange[] {
  let at = 0;
  return ranges.every((range) => {
    if (typeof range !== 'object' || range === null) return false;
    const { start, end } = range as Readonly<Record<string, unknown>>; // each is looked at below
    if (typeof start !== 'number' || typeof end !== 'number' || start < at || end <= start || end > length) return false;
    at = end;
    return true;
  });
}
