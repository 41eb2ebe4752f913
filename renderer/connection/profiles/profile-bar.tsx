import { describeFailure } from '../../../electron/contract/failures/render-failure.ts';
import { MoreHorizontal, Plus } from 'lucide-react';
import { useState } from 'react';
import { demoProfileId } from '../../../electron/contract/constants.ts';
import type { Profile, ProfilePreview } from '../../../electron/contract/profile.ts';
import { useStore } from '../../state/store.ts';
import { useSession } from '../../state/session.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { FailureRetry } from '../../ui/failure-message.tsx';
import { Menu } from '../../ui/menu.tsx';
import { Select } from '../../ui/select.tsx';
import { useConnectionStores, useProfiles } from '../connection-context.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Switch } from '../../ui/toggle.tsx';
import { forgetSetupOf } from '../setup/setup-state.ts';
import { useAction } from '../use-action.ts';
import { ImportProfileDialog } from './profile-import.tsx';
import { profilesText as text } from './text.ts';
import './profiles.css';
import { baseUrlError, toFields, toInstance, nameError, emptyInstance, toService } from './profile-draft.ts';
import { InstanceForm, ServiceForm } from './profile-forms.tsx';

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
  const store = useConnectionStores().profiles;
  const readFailure = useStore(store).failure;
  const [profileToRemove, setProfileToRemove] = useState<Profile>();
  const [imported, setImported] = useState<ProfilePreview>();
  const active = profiles.find(({ id }) => id === activeId);
  const isDemo = active?.id === demoProfileId;
  const own = isDemo ? undefined : active;

  const activate = async (id: string) => {
    const result = await attempt(bridge.call('profiles.activate', { id }));
    if (result.ok) await forgetSetupOf(bridge.call, id);
  };
  const duplicate = async (id: string) => {
    const result = await attempt(bridge.call('profiles.duplicate', { id }));
    if (result.ok) toaster.show({ title: text.added(result.value.service.name), description: text.duplicatedHint });
  };
  const exportFile = async (id: string) => {
    const result = await attempt(bridge.call('shell.exportProfile', { id }));
    if (result.ok && result.value.file !== null) toaster.show({ title: text.exported, description: result.value.file });
  };
  const importFile = async () => {
    const result = await attempt(bridge.call('shell.readProfile', { text: null }));
    if (result.ok && result.value !== null) setImported(result.value);
  };
  if (readFailure !== undefined) return <FailureRetry failure={describeFailure(readFailure)} onRetry={() => void store.reload()} />;
  return (
    <div className="profile-bar wrap">
      <Select
        label={text.profile}
        options={profiles.map(({ id, service }) => ({
          value: id,
          label: service.name,
          detail: id === demoProfileId ? text.builtIn : service.baseUrl,
        }))}
        value={active?.id ?? null}
        placeholder={text.chooseProfile}
        onChange={(id) => void activate(id)}
      />
      <Button variant={isDemo ? 'primary' : 'plain'} icon={<Plus aria-hidden />} onClick={onConnect}>
        {text.connect}
      </Button>
      <Menu
        trigger={<IconButton label={text.actions} icon={<MoreHorizontal aria-hidden />} />}
        align="end"
        entries={[
          { kind: 'action', label: text.edit, isDisabled: !own, onSelect: () => own && onEdit(own) },
          { kind: 'action', label: text.duplicate, isDisabled: !own, onSelect: () => own && void duplicate(own.id) },
          { kind: 'separator', id: 'files' },
          { kind: 'action', label: text.import, onSelect: () => void importFile() },
          { kind: 'action', label: text.export, isDisabled: !own, onSelect: () => own && void exportFile(own.id) },
          { kind: 'separator', id: 'end' },
          { kind: 'action', label: text.remove, isDangerous: true, isDisabled: !own, onSelect: () => setProfileToRemove(own) },
        ]}
      />
      <ImportProfileDialog preview={imported} onClose={() => setImported(undefined)} />
      {profileToRemove !== undefined && <RemoveProfileDialog profile={profileToRemove} onClose={() => setProfileToRemove(undefined)} />}
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
      title={text.removeDialog.title(profile.service.name)}
      description={text.removeDialog.hint}
      saveLabel={text.removeDialog.confirm}
      isDangerous
      isBusy={isBusy}
      failure={failure && describeFailure(failure)}
      onSave={() => void remove()}
      onClose={onClose}
    >
      <Switch
        label={text.removeDialog.secrets.label}
        description={text.removeDialog.secrets.hint}
        isOn={withSecrets}
        onChange={setWithSecrets}
      />
    </FormDialog>
  );
}

/** Edits a profile. Secrets stay with the addresses they were entered for. */
export function ProfileDialog({
  profile,
  part,
  onClose,
}: {
  readonly profile: Profile;
  /** The part to edit: the service, its certificate authorities, or the instance. */
  readonly part: 'service' | 'authorities' | 'instance';
  readonly onClose: () => void;
}) {
  const { bridge } = useSession();
  const { isBusy, failure, run } = useAction();
  const initial = toFields(profile);
  const [service, setService] = useState(initial.service);
  const [hasInstance, setHasInstance] = useState(initial.instance !== undefined || part === 'instance');
  const [instance, setInstance] = useState(initial.instance ?? emptyInstance);
  const validInstance = hasInstance ? toInstance(instance) : null;
  const { profiles } = useProfiles();
  const takenNames = profiles.filter(({ id }) => id !== profile.id).map((other) => other.service.name);
  const isValid =
    service.baseUrl.trim() !== '' &&
    baseUrlError(service.baseUrl) === undefined &&
    nameError(service, takenNames) === undefined &&
    validInstance !== undefined;

  const save = async () => {
    if (validInstance === undefined) return;
    const change = { service: toService(service, profile.service.catalog), instance: validInstance };
    const saved = await run((signal) => bridge.call('profiles.change', { id: profile.id, change }, { signal }));
    if (saved !== undefined) onClose();
  };
  return (
    <FormDialog
      title={part === 'instance' ? text.dialog.instanceTitle(profile.service.name) : text.dialog.serviceTitle(profile.service.name)}
      description={text.dialog.hint}
      canSave={isValid}
      isBusy={isBusy}
      failure={failure && describeFailure(failure)}
      onSave={() => void save()}
      onClose={onClose}
    >
      {part !== 'instance' && (
        <ServiceForm
          fields={service}
          takenNames={takenNames}
          isExpanded={part === 'authorities'}
          onChange={(change) => setService((now) => ({ ...now, ...change }))}
        />
      )}
      <Switch label={text.dialog.instance.label} description={text.dialog.instance.hint} isOn={hasInstance} onChange={setHasInstance} />
      {hasInstance && <InstanceForm fields={instance} onChange={setInstance} />}
    </FormDialog>
  );
}
