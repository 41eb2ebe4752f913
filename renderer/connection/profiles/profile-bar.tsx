import { MoreHorizontal, Plus } from 'lucide-react';
import { useState } from 'react';
import { demoProfileId } from '../../../electron/contract/constants.ts';
import type { Profile } from '../../../electron/contract/profile.ts';
import { useSession } from '../../state/session.ts';
import { Button } from '../../ui/button.tsx';
import { FailureRetry } from '../../ui/failure-retry.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu } from '../../ui/menu.tsx';
import { Select } from '../../ui/select.tsx';
import { useProfiles, useProfilesFailure } from '../connection-context.ts';
import './profiles.css';
import { RemoveProfileDialog } from './remove-profile-dialog.tsx';

/** The profiles: which is in use, and what can be done with it. */
export function ProfileBar({
  onConnect,
  onEdit,
}: {
  /** Starts "Connect to your service". */
  readonly onConnect: () => void;
  readonly onEdit: (profile: Profile) => void;
}) {
  const { bridge, attempt, toaster } = useSession();
  const { profiles, activeId } = useProfiles();
  const trouble = useProfilesFailure();
  const [leaving, setLeaving] = useState<Profile>();
  const active = profiles.find(({ id }) => id === activeId);
  const isDemo = active?.id === demoProfileId;

  const duplicate = async (id: string) => {
    const result = await attempt(bridge.call('profiles.duplicate', { id }));
    if (result.ok) toaster.show({ title: `${result.value.service.name} added`, description: 'Secrets are not copied.' });
  };
  const exportFile = async (id: string) => {
    const result = await attempt(bridge.call('shell.exportProfile', { id }));
    if (result.ok && result.value.file !== null) toaster.show({ title: 'Profile saved, without secrets', description: result.value.file });
  };
  const importFile = async () => {
    const result = await attempt(bridge.call('shell.importProfile', { text: null }));
    if (result.ok && result.value !== null) toaster.show({ title: `${result.value.service.name} added` });
  };
  if (trouble !== undefined) return <FailureRetry failure={trouble.failure} onRetry={trouble.again} />;
  return (
    <div className="profile-bar">
      <Select
        label="Profile"
        options={profiles.map(({ id, service }) => ({
          value: id,
          label: service.name,
          detail: id === demoProfileId ? 'built in' : service.baseUrl,
        }))}
        value={active?.id ?? null}
        placeholder="Choose a profile"
        onChange={(id) => void attempt(bridge.call('profiles.activate', { id }))}
      />
      <Button variant={isDemo ? 'primary' : 'plain'} icon={<Plus aria-hidden />} onClick={onConnect}>
        Connect to your service…
      </Button>
      <Menu
        trigger={<IconButton label="More about profiles" icon={<MoreHorizontal aria-hidden />} />}
        align="end"
        entries={[
          { kind: 'action', label: 'Edit…', isDisabled: active === undefined || isDemo, onSelect: () => active && onEdit(active) },
          {
            kind: 'action',
            label: 'Duplicate',
            isDisabled: active === undefined || isDemo,
            onSelect: () => active && void duplicate(active.id),
          },
          { kind: 'separator', id: 'files' },
          { kind: 'action', label: 'Import a profile…', onSelect: () => void importFile() },
          {
            kind: 'action',
            label: 'Export without secrets…',
            isDisabled: active === undefined || isDemo,
            onSelect: () => active && void exportFile(active.id),
          },
          { kind: 'separator', id: 'end' },
          {
            kind: 'action',
            label: 'Remove…',
            isDangerous: true,
            isDisabled: active === undefined || isDemo,
            onSelect: () => {
              setLeaving(active);
            },
          },
        ]}
      />
      {leaving !== undefined && (
        <RemoveProfileDialog
          profile={leaving}
          onClose={() => {
            setLeaving(undefined);
          }}
        />
      )}
    </div>
  );
}
