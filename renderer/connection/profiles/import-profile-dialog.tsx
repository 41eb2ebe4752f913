import type { ProfilePreview } from '../../../electron/contract/profile.ts';
import { useSession } from '../../state/session.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { DescriptionList, type DescriptionItem } from '../../ui/description-list.tsx';
import { AuthorityList } from './authority-list.tsx';
import { profilesText } from './text.ts';

const text = profilesText.importDialog;

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
