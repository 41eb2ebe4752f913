import type { Call } from '../bridge/bridge.ts';
import { createDraftStore, type DraftStore } from '../state/draft-store.ts';
import type { AuthoredText, TextRange } from './authored-text.ts';

/** A completion as it was when the window closed. */
export interface RestoredCompletion extends Omit<Authorship, 'byModel'> {
  readonly text: AuthoredText;
}

/** Saves a completion through crashes: its text and its authorship. */
interface CompletionDraft {
  readonly save: (passage: AuthoredText, authorship: Omit<Authorship, 'byModel'>) => void;
  /** Saves now instead of after a pause. */
  readonly flush: () => void;
  /** The completion saved before. */
  readonly restored: Promise<RestoredCompletion>;
}

/** Creates the draft and starts reading the saved one. */
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

/** Resolves with a draft's text once it is read. */
function readDraft(draft: DraftStore): Promise<string> {
  return new Promise((resolve) => {
    const stop = draft.subscribe(() => {
      const { text, status } = draft.read();
      if (status.kind === 'reading') return;
      stop();
      resolve(text);
    });
  });
}

/** A saved completion's data besides its text. */
interface Authorship {
  /** The saved conversation it belongs to, or null. The name is part of the saved format. */
  readonly keptId: string | null;
  /** The model was writing. The name is part of the saved format. */
  readonly isGrowing: boolean;
  /** The ranges written by the model. */
  readonly byModel: readonly TextRange[];
}

const noAuthorship: Authorship = { keptId: null, isGrowing: false, byModel: [] };

/** Serializes the authorship, or returns '' if everything is the user's own. */
function writeAuthorship(origin: Authorship, text: string): string {
  return origin.keptId === null && origin.byModel.length === 0 ? '' : JSON.stringify({ ...origin, length: text.length });
}

/** Parses the authorship of a text. Drops the ranges if the two don't match, because they are saved one after the other. */
function readAuthorship(json: string, text: string): Authorship {
  if (json === '') return noAuthorship;
  try {
    const read: unknown = JSON.parse(json);
    if (typeof read !== 'object' || read === null) return noAuthorship;
    const { keptId, isGrowing, length, byModel } = read as Readonly<Record<string, unknown>>; // checked below
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
    const { start, end } = range as Readonly<Record<string, unknown>>; // checked below
    if (typeof start !== 'number' || typeof end !== 'number' || start < at || end <= start || end > length) return false;
    at = end;
    return true;
  });
}
