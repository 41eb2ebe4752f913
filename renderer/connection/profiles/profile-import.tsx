import type { ProfilePreview, Authority } from '../../../electron/contract/profile.ts';
import { useSession } from '../../state/session.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { DescriptionList, type DescriptionItem } from '../../ui/description-list.tsx';
import { profilesText } from './text.ts';
import { failure } from '../../../electron/contract/failures/fail.ts';
import { useEffect, useState } from 'react';

const { importDialog: text, authorities: authorityText } = profilesText;

/** Shows a profile from a file, with the authorities it would trust, and adds it if the user agrees. */
export function ImportProfileDialog({ preview, onClose }: { readonly preview: ProfilePreview | undefined; readonly onClose: () => void }) {
  const { bridge, attempt, toaster } = useSession();
  const add = async (file: string) => {
    const result = await attempt(bridge.call('shell.importProfile', { text: file }));
    if (result.ok) toaster.show({ title: profilesText.added(result.value.service.name), description: text.addedHint });
  };
  if (preview === undefined) return null;
  const { name, baseUrl, inferenceServer, instance, authorities } = preview;
  const items: readonly DescriptionItem[] = [
    [profilesText.service.baseUrl.label, baseUrl],
    ...(inferenceServer === null ? [] : [[profilesText.service.inferenceServer.label, inferenceServer] as const]),
    ...(instance === null ? [] : [[text.instance, instance] as const]),
  ];
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={onClose}
      title={text.title(name)}
      description={text.hint}
      confirmLabel={authorities.length === 0 ? text.confirm : text.confirmTrust}
      onConfirm={() => void add(preview.text)}
    >
      <DescriptionList items={items} />
      <AuthorityList authorities={authorities} />
    </ConfirmDialog>
  );
}

/** Shows what to compare before trusting certificate authorities, and what trusting them means. */
export function AuthorityList({ authorities }: { readonly authorities: readonly Authority[] }) {
  if (authorities.length === 0) return null;
  return (
    <>
      {authorities.map(({ subject, fingerprint, validTo }) => (
        <DescriptionList
          key={fingerprint}
          items={[
            [authorityText.name, subject],
            [authorityText.fingerprint, fingerprint],
            [authorityText.validTo, validTo],
          ]}
        />
      ))}
      <p>{authorityText.warning(authorities.length)}</p>
    </>
  );
}

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
