import { useState } from 'react';
import type { Profile } from '../../../electron/contract/profile.ts';
import { useSession } from '../../state/session.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Switch } from '../../ui/switch.tsx';
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
    <FormDialog
      title={`Remove ${profile.service.name}?`}
      description="Its conversations stay. The profile itself can’t be brought back."
      saveLabel="Remove"
      isDangerous
      isBusy={isBusy}
      failure={failure}
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
