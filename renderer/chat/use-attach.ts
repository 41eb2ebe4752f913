import { useState, type DragEvent } from 'react';
import { useSession } from '../state/session.ts';
import { toAttachment } from './attachment.ts';
import type { ComposerStore } from './composer-store.ts';

/** Takes files into a composer; what is not text is refused in words. */
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

/** What an element needs to have files dropped on it, and whether some are held over it. */
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
        // From one of its children to another is not out of it.
        if (!(event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget))) setOver(false);
      },
      onDrop: (event: DragEvent) => {
        setOver(false);
        if (event.defaultPrevented || event.dataTransfer.files.length === 0) return; // a profile, say, is somebody else's
        event.preventDefault();
        onFiles(event.dataTransfer.files);
      },
    },
  };
}
