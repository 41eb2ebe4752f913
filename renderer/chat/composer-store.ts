import type { RenderedFailure } from '../../electron/contract/failures/define.ts';
import type { Attachment } from '../../electron/contract/history.ts';
import type { Call } from '../bridge/bridge.ts';
import { parseAttachments } from './attachment.ts';
import { createDraftStore, joinParagraphs } from '../state/draft-store.ts';
import { createStore, type WritableStore } from '../state/store.ts';
import type { Image } from '../../electron/contract/image.ts';
import { createDraftImages, withoutImage } from './images/draft-images.ts';

/** The draft for one conversation: its text, its attachments and its images. All survive a crash. */
export type ComposerStore = ReturnType<typeof createComposer>;

/** The files being attached. */
export interface AttachProgress {
  readonly done: number;
  readonly total: number;
  /** Aborted to leave out those that are not attached yet. */
  readonly canceled: AbortController;
}

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

/** What is in a composer before the user changes it: the message, if it edits one. */
interface InitialContent {
  readonly text?: string;
  readonly attachments?: readonly Attachment[];
  readonly images?: readonly Image[];
}

/** Creates a composer, and restores its draft if one is saved. */
export function createComposer(
  call: Call,
  key: string,
  { text: initialText = '', attachments: initial = [], images: initialImages = [] }: InitialContent = {},
) {
  const draft = createDraftStore(call, key, { initialText });
  const files = createDraftStore(call, `${key}.files`, {
    initialText: formatFiles(initial),
    join: (saved, typed) => {
      const added = parseAttachments(typed).slice(initial.length);
      return formatFiles([...parseAttachments(saved), ...added].slice(0, maxAttachments));
    },
  });
  const writeFiles = (attachments: readonly Attachment[]) => files.type(formatFiles(attachments));
  const images = createDraftImages(call, key, initialImages);
  const progress = createStore<AttachProgress | null>(null);
  const refused: WritableStore<readonly RenderedFailure[]> = createStore<readonly RenderedFailure[]>([]);
  const queued = createStore<{ readonly text: string; readonly files: string; readonly images: readonly Image[] } | null>(null);
  const flush = () => {
    draft.flush();
    files.flush();
    images.draft.flush();
  };
  const readFiles = () => parseAttachments(files.read().text);
  const queue = () => queued.write({ text: draft.read().text, files: files.read().text, images: images.read() });
  /** What was being attached when the draft was queued belongs to it. */
  const addToQueued = () => {
    if (queued.read() !== null) queue();
  };
  return {
    draft,
    /** The attachments as JSON, for `parseAttachments`. */
    files,
    images,
    flush,
    /** How many of the files that the user gave are attached, or null if all are. */
    progress,
    /** Why files of the last attempt are not attached. */
    refused,
    /** The draft to send once everything is loaded, or null. A draft that has changed since isn't sent, because the user had not seen it. */
    queued,
    /** Queues what is in the composer now, and what is being attached. */
    queue,
    /** Says why files aren't attached. The message isn't sent without them unless the user sends it again. */
    refuse: (failures: readonly RenderedFailure[]) => {
      refused.write(failures);
      if (failures.length > 0) queued.write(null);
    },
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
      addToQueued();
      return Math.max(all.length - maxAttachments, 0);
    },
    addImages: (added: readonly Image[]) => {
      images.add(added);
      addToQueued();
    },
    detach: (index: number) => writeFiles(readFiles().toSpliced(index, 1)),
    /** Appends a paragraph to the text. */
    append: (text: string) => draft.type(joinParagraphs(draft.read().text, text)),
    /** Call after sending. Keeps what was added since. */
    removeSent: (text: string, attachments: readonly Attachment[], sentImages: readonly Image[]) => {
      const now = draft.read().text;
      // An edited text can't be told from a new one.
      if (now.startsWith(text)) draft.edit(now.slice(text.length).trimStart());
      refused.write([]);
      if (attachments.length > 0) writeFiles(attachments.reduce(withoutFile, readFiles()));
      if (sentImages.length > 0) images.write(sentImages.reduce(withoutImage, images.read()));
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
