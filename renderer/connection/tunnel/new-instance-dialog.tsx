import { useId, useState } from 'react';
import { useSession } from '../../state/session.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { FailureWords } from '../failure-words.tsx';
import { useAction } from '../use-action.ts';

/** The honest way out of a changed host key: the fingerprint as the cloud's own console shows it. */
export function NewInstanceDialog({ onClose }: { readonly onClose: () => void }) {
  const { bridge } = useSession();
  const { isBusy, failure, run } = useAction();
  const [fingerprint, setFingerprint] = useState('');
  const formId = useId();
  const [commands, setCommands] = useState<readonly string[]>();
  const confirm = async () => {
    const answer = await run((signal) => bridge.call('tunnel.confirmNewInstance', { fingerprint: fingerprint.trim() }, { signal }));
    if (answer === undefined) return;
    if (answer.length === 0) onClose();
    else setCommands(answer);
  };
  const isDone = commands !== undefined;
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title="Is this a new instance?"
      description="Addresses of instances are used again, and then the key is another one. It can also mean that somebody stands in between. The console of your cloud tells which: it shows the fingerprint of the instance’s host key."
      actions={
        isDone ? (
          <Button variant="primary" onClick={onClose}>
            Close
          </Button>
        ) : (
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button variant="primary" type="submit" form={formId} isDisabled={fingerprint.trim() === '' || isBusy}>
              Compare
            </Button>
          </>
        )
      }
    >
      <form
        id={formId}
        className="connection-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (fingerprint.trim() !== '' && !isBusy && !isDone) void confirm();
        }}
      >
        {isDone ? (
          <>
            <p>Your own known_hosts files name the old key too. Causeway does not change them; these commands do:</p>
            <pre className="agent-snippet">{commands.join('\n')}</pre>
          </>
        ) : (
          <TextField
            label="Fingerprint from the console"
            placeholder="SHA256:…"
            spellCheck={false}
            value={fingerprint}
            onChange={setFingerprint}
          />
        )}
        {failure !== undefined && <FailureWords failure={failure} />}
      </form>
    </Dialog>
  );
}
