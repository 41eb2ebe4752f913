import { useState, type DragEvent } from 'react';
import { useSession } from '../state/session.ts';
import { toAttachment } from './attachment.ts';
import type { ComposerStore } from './composer-store.ts';

/** Attaches files to a composer. Reports those that are not text. */
export function useAttach(composer: ComposerStore): (files: Iterable<File>) => Promise<void> {
  const { report } = useSession();
  return async (files) => {
    for (const file of files) {
      const result = toAttachment(file.name, new Uint8Array(await file.arrayBuffer()));
      if (result.ok) composer.attach([result.value]);
      else report(result.failure);
    }
  };
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
