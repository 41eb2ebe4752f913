import type { RenderedFailure } from '../../electron/contract/failures/define.ts';
import type { Attachment } from '../../electron/contract/history.ts';
import type { Call } from '../bridge/bridge.ts';
import { parseAttachments } from './attachment.ts';
import { createDraftStore, joinParagraphs } from '../state/draft-store.ts';
import { createStore } from '../state/store.ts';

/** The draft for one conversation: its text and its attachments. Both survive a crash. */
export type ComposerStore = ReturnType<typeof createComposer>;

/** The main process refuses a message with more. */
export const maxAttachments = 50;

/** Returns a function that gives each conversation its own composer. */
export function createComposers(call: Call): (conversationId: string) => ComposerStore {
  const stores = new Map<string, ComposerStore>();
  return (conversationId) => {
    const existing = stores.get(conversationId);
    if (existing !== undefined) return existing;
    const created = createComposer(call, conversationId);
    stores.set(conversationId, created);
    return created;
  };
}

function createComposer(call: Call, key: string) {
  const draft = createDraftStore(call, key);
  const files = createDraftStore(call, `${key}.files`, {
    join: (saved, added) => formatFiles([...parseAttachments(saved), ...parseAttachments(added)].slice(0, maxAttachments)),
  });
  const writeFiles = (attachments: readonly Attachment[]) => files.type(formatFiles(attachments));
  const refused = createStore<readonly RenderedFailure[]>([]);
  const queued = createStore<{ readonly text: string; readonly files: string } | null>(null);
  const flush = () => {
    draft.flush();
    files.flush();
  };
  const readFiles = () => parseAttachments(files.read().text);
  return {
    draft,
    /** The attachments as JSON, for `parseAttachments`. */
    files,
    flush,
    /** Why files of the last attempt are not attached. */
    refused,
    /** The draft to send once everything is loaded, or null. A draft that has changed since isn't sent, because the user had not seen it. */
    queued,
    /** Queues what is in the composer now. */
    queue: () => queued.write({ text: draft.read().text, files: files.read().text }),
    /** Call when the user leaves the composer. Saves its drafts. */
    leave: () => {
      refused.write([]);
      queued.write(null);
      flush();
    },
    /** Returns how many were left out, because a message can have only `maxAttachments`. */
    attach: (attachments: readonly Attachment[]): number => {
      const all = [...readFiles(), ...attachments];
      writeFiles(all.slice(0, maxAttachments));
      return Math.max(all.length - maxAttachments, 0);
    },
    detach: (index: number) => writeFiles(readFiles().toSpliced(index, 1)),
    /** Appends a paragraph to the text. */
    append: (text: string) => draft.type(joinParagraphs(draft.read().text, text)),
    /** Call after sending. Keeps what was added since. */
    removeSent: (text: string, attachments: readonly Attachment[]) => {
      const now = draft.read().text;
      // An edited text can't be told from a new one.
      if (now.startsWith(text)) draft.edit(now.slice(text.length).trimStart());
      refused.write([]);
      if (attachments.length > 0) writeFiles(attachments.reduce(withoutFile, readFiles()));
      flush();
    },
  };
}

function formatFiles(attachments: readonly Attachment[]): string {
  return attachments.length === 0 ? '' : JSON.stringify(attachments);
}

/** Returns the attachments without the first one with the same content. */
function withoutFile(attachments: readonly Attachment[], { name, text }: Attachment): readonly Attachment[] {
  const index = attachments.findIndex((attachment) => attachment.name === name && attachment.text === text);
  return index < 0 ? attachments : attachments.toSpliced(index, 1);
}
