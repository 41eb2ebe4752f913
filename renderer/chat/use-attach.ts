import { useState, type DragEvent } from 'react';
import { maxAttachmentLength, maxImages } from '../../electron/contract/constants.ts';
import { fileKindBytes } from '../../electron/contract/file-kind.ts';
import { ok, type Failure, type Result } from '../../electron/contract/failure.ts';
import type { RenderedFailure } from '../../electron/contract/failures/define.ts';
import { fail } from '../../electron/contract/failures/fail.ts';
import { describeFailure } from '../../electron/contract/failures/render-failure.ts';
import type { Attachment } from '../../electron/contract/history.ts';
import type { Image } from '../../electron/contract/image.ts';
import type { WritableStore } from '../state/store.ts';
import { isImage } from './images/prepare-image.ts';
import { toAttachment } from './attachment.ts';
import { maxAttachments, type AttachProgress, type ComposerStore } from './composer-store.ts';
import type { ReadDocument } from './read-document.ts';
import { chatText } from './text.ts';

/** The draft of a message that files are attached to. */
export interface AttachTarget extends Pick<ComposerStore, 'attach' | 'addImages' | 'refuse'> {
  readonly images: WritableStore<readonly Image[]>;
  readonly progress: WritableStore<AttachProgress | null>;
}

/** Attaches files to a draft, which shows why some are refused or read in part. */
type AttachFiles = (files: Iterable<File>, target: AttachTarget) => Promise<void>;

interface FileReaders {
  readonly saveImage: (file: File) => Promise<Result<Image>>;
  readonly readDocument: ReadDocument;
}

/** Creates the function. It attaches one file at a time, because an image takes much memory until it is saved. */
export function createAttachFiles({ saveImage, readDocument }: FileReaders): AttachFiles {
  let previous: Promise<unknown> = Promise.resolve();
  const attachInTurn = async (files: readonly File[], target: AttachTarget, { signal }: AbortController): Promise<void> => {
    const problems: RenderedFailure[] = [];
    const leftOut = { files: 0, images: 0 };
    for (const file of files) {
      /* oxlint-disable no-await-in-loop -- one at a time */
      const isImageFile = !signal.aborted && (await startsAsImage(file));
      if (isImageFile && target.images.read().length >= maxImages) leftOut.images += 1;
      else if (!signal.aborted) {
        const result = isImageFile ? await saveImage(file) : await readAttachment(file, readDocument, signal);
        if (!result.ok) {
          if (!signal.aborted) problems.push(describeFailure(result.failure));
        } else if ('hash' in result.value) target.addImages([result.value]);
        else {
          leftOut.files += target.attach([result.value.attachment]);
          problems.push(...result.value.problems.map((problem) => describeProblem(file.name, problem)));
        }
      }
      const progress = target.progress.read();
      const isLast = progress === null || progress.done + 1 >= progress.total;
      target.progress.write(isLast ? null : { ...progress, done: progress.done + 1 });
    }
    const { title, remedy, imagesTitle } = chatText.composer.tooManyFiles;
    if (leftOut.files > 0) problems.push({ message: title(leftOut.files, maxAttachments), remedy });
    if (leftOut.images > 0) problems.push({ message: imagesTitle(leftOut.images, maxImages), remedy });
    target.refuse(problems);
  };
  return (files, target) => {
    const list = [...files];
    const { done, total, canceled } = target.progress.read() ?? { done: 0, total: 0, canceled: new AbortController() };
    if (list.length > 0) target.progress.write({ done, total: total + list.length, canceled });
    const attached = previous.then(() => attachInTurn(list, target, canceled));
    previous = attached;
    return attached;
  };
}

/** Enough to tell an image. */
async function startsAsImage(file: File): Promise<boolean> {
  try {
    return isImage(new Uint8Array(await file.slice(0, fileKindBytes).arrayBuffer()));
  } catch {
    return false; // unreadable
  }
}

/** Why a file isn't text that can be attached, unless it is a document: a PDF, an archive such as EPUB, or a text in another encoding. */
const mayBeDocument: ReadonlySet<string> = new Set(['attachment-pdf', 'attachment-office', 'attachment-archive', 'attachment-not-text']);

/** A longer file has too many characters in any encoding. Its beginning tells whether it is text. */
const maxBytes = 4 * maxAttachmentLength;

interface ReadFile {
  readonly attachment: Attachment;
  /** What the user should know, such as pages without text. */
  readonly problems: readonly Failure[];
}

/** Reads a file as text, itself or as a document. */
async function readAttachment(file: File, readDocument: ReadDocument, signal: AbortSignal): Promise<Result<ReadFile>> {
  try {
    const isTooLong = file.size > maxBytes;
    const bytes = new Uint8Array(await (isTooLong ? file.slice(0, fileKindBytes) : file).arrayBuffer());
    const attachment = toAttachment(file.name, bytes, isTooLong);
    if (attachment.ok) return ok({ attachment: attachment.value, problems: [] });
    if (!mayBeDocument.has(attachment.failure.reason)) return attachment;
    const document = await readDocument(file, signal);
    if (!document.ok) return document;
    const { text, problems } = document.value;
    return ok({ attachment: { name: file.name.slice(0, 300), language: null, text }, problems });
  } catch {
    return fail('file-unreadable', { name: file.name }); // a folder, or a file that was deleted meanwhile
  }
}

function describeProblem(name: string, problem: Failure): RenderedFailure {
  const { message, remedy } = describeFailure(problem);
  return { message: chatText.composer.checkFile(name), remedy: `${message} ${remedy}` };
}

/**
 * Returns the files to attach from a paste. Spreadsheets and word processors copy a picture of the text besides the text, which is
 * formatted. File managers copy the name of a file as plain text only.
 */
export function pastedFiles({ files, types }: Pick<DataTransfer, 'files' | 'types'>): readonly File[] {
  const pasted = [...files];
  const isFormattedText = types.includes('text/plain') && types.includes('text/html');
  return isFormattedText && pasted.every(({ type }) => type.startsWith('image/')) ? [] : pasted;
}

/** Returns drop handlers for an element, and whether files are dragged over it. */
export function useDrop(onFiles: (files: FileList) => void) {
  const [isOver, setOver] = useState(false);
  return {
    isOver,
    handlers: {
      onDragOver: (event: DragEvent) => {
        if (!event.dataTransfer.types.includes('Files')) return;
        event.preventDefault();
        setOver(true);
      },
      onDragLeave: (event: DragEvent) => {
        // Moving between children is not leaving.
        if (!(event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget))) setOver(false);
      },
      onDrop: (event: DragEvent) => {
        setOver(false);
        if (event.defaultPrevented || event.dataTransfer.files.length === 0) return; // handled elsewhere, such as a profile file
        event.preventDefault();
        onFiles(event.dataTransfer.files);
      },
    },
  };
}
