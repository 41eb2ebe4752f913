import { failure } from '../../electron/contract/failures/fail.ts';
import { useEffect, useState } from 'react';
import type { ProfilePreview } from '../../electron/contract/profile.ts';
import { useSession } from '../state/session.ts';
import { ImportProfileDialog } from './profiles/import-profile-dialog.tsx';

const maxFileBytes = 1_000_000;

/** Imports a profile file dropped on the window. */
export function ProfileDrop() {
  const { bridge, report } = useSession();
  const [dropped, setDropped] = useState<ProfilePreview>();
  useEffect(() => {
    const allow = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
    };
    const read = async (file: File) => {
      if (file.size > maxFileBytes) {
        report(failure('dropped-profile-too-large', { name: file.name }));
        return;
      }
      const result = await bridge.call('shell.readProfile', { text: await file.text() });
      if (!result.ok) report(result.failure);
      else if (result.value !== null) setDropped(result.value);
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
    return () => controller.abort();
  }, [bridge, report]);

  return <ImportProfileDialog preview={dropped} onClose={() => setDropped(undefined)} />;
}

/** Whether a file has the extension of exported profiles. */
function isProfileFile(name: string): boolean {
  return name.toLowerCase().endsWith('.causeway.json');
}
