import { describeFailure } from '../../../electron/contract/failures/render-failure.ts';
import { MoreHorizontal, Plus } from 'lucide-react';
import { useState } from 'react';
import { demoProfileId } from '../../../electron/contract/constants.ts';
import type { Profile } from '../../../electron/contract/profile.ts';
import { useSession } from '../../state/session.ts';
import { Button } from '../../ui/button.tsx';
import { FailureRetry } from '../../ui/failure-message.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu } from '../../ui/menu.tsx';
import { Select } from '../../ui/select.tsx';
import { useProfiles, useProfilesFailure } from '../connection-context.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Switch } from '../../ui/switch.tsx';
import { useAction } from '../use-action.ts';
import './profiles.css';

/** Chooses the active profile and offers actions on it. */
export function ProfileBar({
  onConnect,
  onEdit,
}: {
  /** Opens the setup. */
  readonly onConnect: () => void;
  readonly onEdit: (profile: Profile) => void;
}) {
  const { bridge, attempt, toaster } = useSession();
  const { profiles, activeId } = useProfiles();
  const readFailure = useProfilesFailure();
  const [profileToRemove, setProfileToRemove] = useState<Profile>();
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
  if (readFailure !== undefined) return <FailureRetry failure={describeFailure(readFailure.failure)} onRetry={readFailure.retry} />;
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
              setProfileToRemove(active);
            },
          },
        ]}
      />
      {profileToRemove !== undefined && (
        <RemoveProfileDialog
          profile={profileToRemove}
          onClose={() => {
            setProfileToRemove(undefined);
          }}
        />
      )}
    </div>
  );
}

/** Removes a profile, and its secrets if the user chooses so. */
function RemoveProfileDialog({ profile, onClose }: { readonly profile: Profile; readonly onClose: () => void }) {
  const { bridge } = useSession();
  const { isBusy, failure, run } = useAction();
  const [withSecrets, setWithSecrets] = useState(true);
  const remove = async () => {
    const result = await run(async (signal) => {
      const removed = await bridge.call('profiles.remove', { id: profile.id, withSecrets }, { signal });
      return removed.ok ? { ok: true as const, value: true } : removed;
    });
    if (result === true) onClose();
  };
  return (
    <FormDialog
      title={`Remove ${profile.service.name}?`}
      description="Its conversations stay. The profile itself can’t be brought back."
      saveLabel="Remove"
      isDangerous
      isBusy={isBusy}
      failure={failure && describeFailure(failure)}
      onSave={() => void remove()}
      onClose={onClose}
    >
      <Switch
        label="Remove its secrets from the keychain too"
        description="API token, passwords and passphrases of this profile."
        isOn={withSecrets}
        onChange={setWithSecrets}
      />
    </FormDialog>
  );
}
