import { useState } from 'react';
import type { Profile } from '../../../electron/contract/profile.ts';
import { useSession } from '../../state/session.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Switch } from '../../ui/switch.tsx';
import { FailureWords } from '../failure-words.tsx';
import { useAction } from '../use-action.ts';

/** Removes a profile, and its secrets if the user wants that too. */
export function RemoveProfileDialog({ profile, onClose }: { readonly profile: Profile; readonly onClose: () => void }) {
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
    <Dialog
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title={`Remove ${profile.service.name}?`}
      description="Its conversations stay. The profile itself can’t be brought back."
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="danger" isDisabled={isBusy} onClick={() => void remove()}>
            Remove
          </Button>
        </>
      }
    >
      <div className="connection-form">
        <Switch
          label="Remove its secrets from the keychain too"
          description="API token, passwords and passphrases of this profile."
          isOn={withSecrets}
          onChange={setWithSecrets}
        />
        {failure !== undefined && <FailureWords failure={failure} />}
      </div>
    </Dialog>
  );
}
