import type { Attachment } from '../../electron/contract/history.ts';
import type { Call } from '../bridge/bridge.ts';
import { parseAttachments } from './attachment.ts';
import { createDraftStore, type DraftStore } from '../state/draft-store.ts';

/** What is being written to one conversation: the words, and the files beside them; both outlive a crash. */
export interface ComposerStore {
  readonly draft: DraftStore;
  /** The files as JSON; `attachmentsOf` reads them. */
  readonly files: DraftStore;
  readonly attach: (attachments: readonly Attachment[]) => void;
  readonly detach: (index: number) => void;
  /** Puts a text where the words end. */
  readonly append: (text: string) => void;
  /** After it was sent. */
  readonly clear: () => void;
  readonly flush: () => void;
}

/** The files of a draft. */
export function attachmentsOf(json: string): readonly Attachment[] {
  return json === '' ? [] : parseAttachments(json);
}

/** Gives each conversation its own composer; null: the one that has not begun. */
export function createComposers(call: Call): (conversationId: string | null) => ComposerStore {
  const stores = new Map<string, ComposerStore>();
  return (conversationId) => {
    const key = conversationId ?? 'new-conversation';
    const known = stores.get(key);
    if (known !== undefined) return known;
    const made = createComposer(call, key);
    stores.set(key, made);
    return made;
  };
}

function createComposer(call: Call, key: string): ComposerStore {
  const draft = createDraftStore(call, key);
  const files = createDraftStore(call, `${key}.files`);
  const writeFiles = (attachments: readonly Attachment[]) => {
    files.edit(attachments.length === 0 ? '' : JSON.stringify(attachments));
  };
  const flush = () => {
    draft.flush();
    files.flush();
  };
  return {
    draft,
    files,
    flush,
    attach: (attachments) => {
      writeFiles([...attachmentsOf(files.read().text), ...attachments].slice(0, 50));
    },
    detach: (index) => {
      writeFiles(attachmentsOf(files.read().text).toSpliced(index, 1));
    },
    append: (text) => {
      const before = draft.read().text;
      draft.edit(before.trim() === '' ? text : `${before.trimEnd()}\n\n${text}`);
    },
    clear: () => {
      draft.edit('');
      if (files.read().text !== '') files.edit('');
      flush();
    },
  };
}
