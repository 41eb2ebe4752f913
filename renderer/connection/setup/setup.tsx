import { useEffect, useState } from 'react';
import { useSession } from '../../state/session.ts';
import { initialSetupState, readSetupState, type SetupState } from './setup-state.ts';
import { SetupSteps } from './setup-steps.tsx';

const draftKey = 'connect-wizard';

/** "Connect to your service": from an address to the first model, one question at a time. Can be left and resumed. */
export function Setup({ onClose, onStartChat }: { readonly onClose: () => void; readonly onStartChat: () => void }) {
  const { bridge } = useSession();
  const [state, setState] = useState<SetupState>();
  useEffect(() => {
    const read = async () => {
      const [draft, face] = await Promise.all([bridge.call('drafts.read', { key: draftKey }), bridge.call('profiles.read')]);
      const ids = face.ok ? face.value.profiles.map(({ id }) => id) : [];
      setState(draft.ok ? readSetupState(draft.value.text, ids) : initialSetupState);
    };
    void read();
  }, [bridge]);
  if (state === undefined) return null;
  const close = () => {
    // At its end there is nothing to resume, and the next service begins anew.
    if (state.step === 'models') void bridge.call('drafts.keep', { key: draftKey, text: '' });
    onClose();
  };
  return (
    <SetupSteps
      state={state}
      onState={(next) => {
        setState(next);
        void bridge.call('drafts.keep', { key: draftKey, text: JSON.stringify(next) });
      }}
      onClose={close}
      onStartChat={() => {
        close();
        onStartChat();
      }}
    />
  );
}
