import { describeFailure } from '../../../electron/contract/failures/render-failure.ts';
import { useState } from 'react';
import { useSession } from '../../state/session.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useAction } from '../use-action.ts';
import { tunnelText } from './text.ts';

/** Accepts a changed host key if its fingerprint matches the one in the cloud's console. */
export function NewInstanceDialog({ onClose }: { readonly onClose: () => void }) {
  const { bridge } = useSession();
  const { isBusy, failure, run } = useAction();
  const [fingerprint, setFingerprint] = useState('');
  const [commands, setCommands] = useState<readonly string[]>();
  const confirm = async () => {
    const cleanupCommands = await run((signal) =>
      bridge.call('tunnel.confirmNewInstance', { fingerprint: fingerprint.trim() }, { signal }),
    );
    if (cleanupCommands === undefined) return;
    if (cleanupCommands.length === 0) onClose();
    else setCommands(cleanupCommands);
  };
  if (commands !== undefined) return <OldKeys commands={commands} onClose={onClose} />;
  return (
    <FormDialog
      title={tunnelText.newInstance.title}
      description={tunnelText.newInstance.hint}
      saveLabel={tunnelText.newInstance.confirm}
      canSave={fingerprint.trim() !== ''}
      isBusy={isBusy}
      failure={failure && describeFailure(failure)}
      onSave={() => void confirm()}
      onClose={onClose}
    >
      <TextField
        label={tunnelText.newInstance.fingerprint}
        placeholder={tunnelText.newInstance.placeholder}
        spellCheck={false}
        value={fingerprint}
        onChange={setFingerprint}
      />
    </FormDialog>
  );
}

/** Commands that remove the old key from the user's own known_hosts files, which Causeway doesn't change. */
function OldKeys({ commands, onClose }: { readonly commands: readonly string[]; readonly onClose: () => void }) {
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={tunnelText.oldKeys.title}
      description={tunnelText.oldKeys.hint}
      actions={
        <Button variant="primary" onClick={onClose}>
          {tunnelText.oldKeys.close}
        </Button>
      }
    >
      <ScrollRegion className="connection-code tiny" label={tunnelText.oldKeys.commands}>
        <pre>{commands.join('\n')}</pre>
      </ScrollRegion>
    </Dialog>
  );
}
