import { useId, useState } from 'react';
import type { Profile } from '../../../electron/contract/profile.ts';
import { useSession } from '../../state/session.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Switch } from '../../ui/switch.tsx';
import { FailureWords } from '../failure-words.tsx';
import { useAction } from '../use-action.ts';
import { baseUrlTrouble, fieldsOf, instanceOf, noInstance, serviceOf } from './draft.ts';
import { InstanceForm } from './instance-form.tsx';
import { ServiceForm } from './service-form.tsx';

/** Edits a profile; secrets stay with the addresses they were entered for. */
export function ProfileDialog({
  profile,
  part,
  onClose,
}: {
  readonly profile: Profile;
  /** Where a remedy leads: the service, or the instance. */
  readonly part: 'service' | 'instance';
  readonly onClose: () => void;
}) {
  const { bridge } = useSession();
  const { isBusy, failure, run } = useAction();
  const formId = useId();
  const before = fieldsOf(profile);
  const [service, setService] = useState(before.service);
  const [hasInstance, setHasInstance] = useState(before.instance !== undefined || part === 'instance');
  const [instance, setInstance] = useState(before.instance ?? noInstance);
  const kept = hasInstance ? instanceOf(instance) : null;
  const isGood = service.baseUrl.trim() !== '' && baseUrlTrouble(service.baseUrl) === undefined && kept !== undefined;

  const save = async () => {
    if (kept === undefined) return;
    const change = { service: serviceOf(service, profile.service.catalog), instance: kept };
    const saved = await run((signal) => bridge.call('profiles.change', { id: profile.id, change }, { signal }));
    if (saved !== undefined) onClose();
  };
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title={`Edit ${profile.service.name}`}
      description="A changed address gets none of the secrets that were entered for the old one."
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={formId} isDisabled={!isGood || isBusy}>
            Save
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className="connection-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (isGood && !isBusy) void save();
        }}
      >
        {part === 'service' && <ServiceForm fields={service} onChange={setService} />}
        <Switch
          label="Reach the engines through an instance"
          description="A machine of yours inside the research cloud."
          isOn={hasInstance}
          onChange={setHasInstance}
        />
        {hasInstance && <InstanceForm fields={instance} onChange={setInstance} />}
        {failure !== undefined && <FailureWords failure={failure} />}
      </form>
    </Dialog>
  );
}
