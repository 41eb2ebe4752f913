import { failure } from '../../electron/contract/failures/fail.ts';
import { useEffect, useState } from 'react';
import { useSession } from '../state/session.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { connectionText } from './text.ts';

const text = connectionText.profileDrop;

interface DroppedFile {
  readonly name: string;
  readonly text: string;
}

const maxFileBytes = 1_000_000;

/** Imports a profile file dropped on the window. Asks first, because a drop is easily made by mistake. */
export function ProfileDrop() {
  const { bridge, report, toaster } = useSession();
  const [dropped, setDropped] = useState<DroppedFile>();
  useEffect(() => {
    const allow = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
    };
    const read = async (file: File) => {
      if (file.size <= maxFileBytes) {
        setDropped({ name: file.name, text: await file.text() });
        return;
      }
      report(failure('dropped-profile-too-large', { name: file.name }));
    };
    const drop = (event: DragEvent) => {
      const file = [...(event.dataTransfer?.files ?? [])].find(({ name }) => isProfileFile(name));
      if (!file) return;
      event.preventDefault(); // Elements below ignore the drop then.
      void read(file);
    };
    const controller = new AbortController();
    window.addEventListener('dragover', allow, { signal: controller.signal });
    window.addEventListener('drop', drop, { signal: controller.signal, capture: true });
    return () => {
      controller.abort();
    };
  }, [report]);

  const add = async (file: DroppedFile) => {
    const result = await bridge.call('shell.importProfile', { text: file.text });
    if (!result.ok) report(result.failure);
    else if (result.value !== null) toaster.show({ title: text.added(result.value.service.name), description: text.addedHint });
  };
  return (
    <ConfirmDialog
      isOpen={dropped !== undefined}
      onOpenChange={() => {
        setDropped(undefined);
      }}
      title={text.title(dropped?.name ?? '')}
      description={text.hint}
      confirmLabel={text.add}
      onConfirm={() => {
        if (dropped !== undefined) void add(dropped);
      }}
    />
  );
}

/** Whether a file has the extension of exported profiles. */
function isProfileFile(name: string): boolean {
  return name.toLowerCase().endsWith('.causeway.json');
}
