import type { Call } from '../bridge/bridge.ts';
import { createDraftStore, type DraftStore } from '../state/draft-store.ts';
import type { ModelRange, NotebookText } from '../../electron/presentation/notebook-text.ts';

/** A notebook as it was when the window closed. */
export interface RestoredNotebook extends Omit<Authorship, 'byModel'> {
  readonly text: NotebookText;
}

/** Saves the open text through crashes, with its authorship. */
interface NotebookDraft {
  readonly save: (text: NotebookText, authorship: Omit<Authorship, 'byModel'>) => void;
  /** Saves now instead of after a pause. */
  readonly flush: () => void;
  /** The text saved before. */
  readonly restored: Promise<RestoredNotebook>;
}

/** Creates the draft and starts reading the saved one. */
export function createNotebookDraft(call: Call): NotebookDraft {
  const textDraft = createDraftStore(call, 'complete');
  const authorshipDraft = createDraftStore(call, 'complete.origin');
  const readBoth = async (): Promise<RestoredNotebook> => {
    const [text, json] = await Promise.all([readSavedDraft(textDraft), readSavedDraft(authorshipDraft)]);
    const { byModel, ...about } = readAuthorship(json, text);
    return { ...about, text: { text, byModel } };
  };
  return {
    restored: readBoth(),
    save: (notebook, about) => {
      textDraft.edit(notebook.text);
      const json = writeAuthorship({ ...about, byModel: notebook.byModel }, notebook.text);
      if (json !== authorshipDraft.read().text) authorshipDraft.edit(json);
    },
    flush: () => {
      textDraft.flush();
      authorshipDraft.flush();
    },
  };
}

/** Resolves with a draft's text once it is read. */
export function readSavedDraft(draft: DraftStore): Promise<string> {
  return new Promise((resolve) => {
    const stop = draft.subscribe(() => {
      const { text, status } = draft.read();
      if (status.kind === 'reading') return;
      stop();
      resolve(text);
    });
  });
}

/** A saved text's data besides its text. */
interface Authorship {
  /** The saved conversation it belongs to, or null. The name is part of the saved format. */
  readonly keptId: string | null;
  /** The message that the text follows, or null. */
  readonly nodeId: string | null;
  /** The model was writing. The name is part of the saved format. */
  readonly isGrowing: boolean;
  /** The ranges written by the model. */
  readonly byModel: readonly ModelRange[];
}

const noAuthorship: Authorship = { keptId: null, nodeId: null, isGrowing: false, byModel: [] };

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
    const { keptId, nodeId, isGrowing, length, byModel } = read as Readonly<Record<string, unknown>>; // checked below
    return {
      keptId: typeof keptId === 'string' ? keptId : null,
      nodeId: typeof nodeId === 'string' ? nodeId : null,
      isGrowing: isGrowing === true,
      byModel: length === text.length && Array.isArray(byModel) ? readRanges(byModel, text.length) : [],
    };
  } catch {
    return noAuthorship;
  }
}

/** Reads the ranges, or none if one is wrong. Earlier versions saved neither the message nor the offset in it. */
export function readRanges(ranges: readonly unknown[], length: number): readonly ModelRange[] {
  const read: ModelRange[] = [];
  let at = 0;
  for (const range of ranges) {
    if (typeof range !== 'object' || range === null) return [];
    const { start, end, messageId, from } = range as Readonly<Record<string, unknown>>; // checked below
    if (typeof start !== 'number' || typeof end !== 'number' || start < at || end <= start || end > length) return [];
    read.push({ start, end, messageId: typeof messageId === 'string' ? messageId : null, from: typeof from === 'number' ? from : 0 });
    at = end;
  }
  return read;
}
