import { describeFailure } from '../../../electron/contract/failures/render-failure.ts';
import { useState } from 'react';
import type { Profile } from '../../../electron/contract/profile.ts';
import { useSession } from '../../state/session.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Switch } from '../../ui/switch.tsx';
import { useProfiles } from '../connection-context.ts';
import { useAction } from '../use-action.ts';
import { baseUrlError, toFields, toInstance, nameError, emptyInstance, toService } from './profile-draft.ts';
import { InstanceForm } from './instance-form.tsx';
import { ServiceForm } from './service-form.tsx';
import { profilesText } from './text.ts';

const text = profilesText.dialog;

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
      title={part === 'instance' ? text.instanceTitle(profile.service.name) : text.serviceTitle(profile.service.name)}
      description={text.hint}
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
          onChange={(change) => {
            setService((now) => ({ ...now, ...change }));
          }}
        />
      )}
      <Switch label={text.instance.label} description={text.instance.hint} isOn={hasInstance} onChange={setHasInstance} />
      {hasInstance && <InstanceForm fields={instance} onChange={setInstance} />}
    </FormDialog>
  );
}
