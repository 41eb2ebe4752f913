import { useState, type DragEvent } from 'react';
import { maxAttachmentLength } from '../../electron/contract/constants.ts';
import { fileKindBytes } from '../../electron/contract/file-kind.ts';
import type { Result } from '../../electron/contract/failure.ts';
import type { RenderedFailure } from '../../electron/contract/failures/define.ts';
import { fail } from '../../electron/contract/failures/fail.ts';
import { describeFailure } from '../../electron/contract/failures/render-failure.ts';
import type { Attachment } from '../../electron/contract/history.ts';
import { toAttachment } from './attachment.ts';
import { maxAttachments, type ComposerStore } from './composer-store.ts';
import { chatText } from './text.ts';

type ReadableFile = Pick<File, 'name' | 'size' | 'slice' | 'arrayBuffer'>;

/** Attaches files to a composer, which shows why some are refused: not text, unreadable, or too many. */
export async function attachFiles(files: Iterable<ReadableFile>, composer: Pick<ComposerStore, 'attach' | 'refused'>): Promise<void> {
  const refused: RenderedFailure[] = [];
  let leftOut = 0;
  for (const file of files) {
    const result = await readAttachment(file);
    if (result.ok) leftOut += composer.attach([result.value]);
    else refused.push(describeFailure(result.failure));
  }
  const { title, remedy } = chatText.composer.tooManyFiles;
  if (leftOut > 0) refused.push({ message: title(leftOut, maxAttachments), remedy });
  composer.refused.write(refused);
}

/** A longer file has too many characters in any encoding. Its beginning tells whether it is text. */
const maxBytes = 4 * maxAttachmentLength;

async function readAttachment(file: ReadableFile): Promise<Result<Attachment>> {
  try {
    const isTooLong = file.size > maxBytes;
    const bytes = await (isTooLong ? file.slice(0, fileKindBytes) : file).arrayBuffer();
    return toAttachment(file.name, new Uint8Array(bytes), isTooLong);
  } catch {
    return fail('file-unreadable', { name: file.name }); // a folder, or a file that was deleted meanwhile
  }
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
