import { describeFailure } from '../../../electron/contract/failures/render-failure.ts';
import { useState } from 'react';
import type { Profile } from '../../../electron/contract/profile.ts';
import type { SecretStatus } from '../../../electron/contract/secret.ts';
import { useSession } from '../../state/session.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FailureMessage } from '../../ui/failure-message.tsx';
import { formatDay } from '../../shared/format.ts';
import { useAction } from '../use-action.ts';
import { TokenForm } from './token-form.tsx';

/** The status of the profile's API token, with actions to enter and forget it. */
export function TokenView({
  profile,
  status,
  isInUse,
  isRequestedElsewhere,
  isEntering,
  onEntering,
}: {
  readonly profile: Profile;
  readonly status: SecretStatus;
  /** Whether the active mode uses it. Its problems are shown on the connection path then. */
  readonly isInUse: boolean;
  /** Whether another button on the screen asks for a new token. */
  readonly isRequestedElsewhere: boolean;
  readonly isEntering: boolean;
  readonly onEntering: (isEntering: boolean) => void;
}) {
  const { bridge, attempt } = useSession();
  const { isBusy, run } = useAction();
  const [isForgetting, setForgetting] = useState(false);
  return (
    <section aria-labelledby="token-heading" className="connection-panel">
      <div className="connection-head">
        <div>
          <h2 id="token-heading">API token</h2>
          <p>{describeStatus(status, isInUse)}</p>
        </div>
        <div className="connection-actions">
          {status.state === 'unreadable' && (
            <Button isDisabled={isBusy} onClick={() => void run((signal) => bridge.call('connection.refresh', undefined, { signal }))}>
              Ask the keychain again
            </Button>
          )}
          {status.state === 'set' && (
            <Button
              onClick={() => {
                setForgetting(true);
              }}
            >
              Forget…
            </Button>
          )}
          {!isRequestedElsewhere && (
            <Button
              onClick={() => {
                onEntering(true);
              }}
            >
              {status.state === 'set' ? 'Enter another…' : 'Enter a token…'}
            </Button>
          )}
        </div>
      </div>
      {status.state === 'unreadable' && !isInUse && <FailureMessage failure={describeFailure(status.failure)} />}
      <Dialog isOpen={isEntering} onOpenChange={onEntering} title={`API token for ${profile.service.name}`}>
        <TokenForm
          profile={profile}
          onSet={() => {
            onEntering(false);
          }}
        />
      </Dialog>
      <ConfirmDialog
        isOpen={isForgetting}
        onOpenChange={setForgetting}
        title="Forget the token?"
        description="It is removed from the keychain. The service still knows it: revoke it in the web chat if it should stop working."
        confirmLabel="Forget"
        isDangerous
        onConfirm={() => void attempt(bridge.call('token.forget', { profileId: profile.id }))}
      />
    </section>
  );
}

function describeStatus(status: SecretStatus, isInUse: boolean): string {
  switch (status.state) {
    case 'unread':
      return 'Reading it from the keychain…';
    case 'not-set':
      return isInUse ? 'Not set.' : 'Not set. The proxy asks for one.';
    case 'set': {
      const since = status.since === null ? '' : `, since ${formatDay(status.since)}`;
      return `Set${since}; ends in …${status.tail}. ${status.keeping === 'keychain' ? 'Kept in the keychain.' : 'Kept until you quit.'}`;
    }
    case 'unreadable':
      return 'The keychain could not be asked; the token may well be there.';
  }
}
