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
import { profilesText } from './text.ts';

const text = profilesText.token;

/** The status of the profile's API token, with actions to enter and remove it. */
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
  const [isRemoving, setRemoving] = useState(false);
  return (
    <section aria-labelledby="token-heading" className="connection-panel stack">
      <div className="connection-head row wrap">
        <div>
          <h2 id="token-heading">{text.title}</h2>
          <p>{describeStatus(status, isInUse)}</p>
        </div>
        <div className="connection-actions row wrap">
          {status.state === 'unreadable' && (
            <Button isDisabled={isBusy} onClick={() => void run((signal) => bridge.call('connection.refresh', undefined, { signal }))}>
              {text.readAgain}
            </Button>
          )}
          {status.state === 'set' && (
            <Button
              onClick={() => {
                setRemoving(true);
              }}
            >
              {text.remove}
            </Button>
          )}
          {!isRequestedElsewhere && (
            <Button
              onClick={() => {
                onEntering(true);
              }}
            >
              {status.state === 'set' ? text.replace : text.enter}
            </Button>
          )}
        </div>
      </div>
      {status.state === 'unreadable' && !isInUse && <FailureMessage failure={describeFailure(status.failure)} />}
      <Dialog isOpen={isEntering} onOpenChange={onEntering} title={text.dialogTitle(profile.service.name)}>
        <TokenForm
          profile={profile}
          onSet={() => {
            onEntering(false);
          }}
        />
      </Dialog>
      <ConfirmDialog
        isOpen={isRemoving}
        onOpenChange={setRemoving}
        title={text.removeDialog.title}
        description={text.removeDialog.hint}
        confirmLabel={text.removeDialog.confirm}
        isDangerous
        onConfirm={() => void attempt(bridge.call('token.forget', { profileId: profile.id }))}
      />
    </section>
  );
}

function describeStatus(status: SecretStatus, isInUse: boolean): string {
  switch (status.state) {
    case 'unread':
      return text.reading;
    case 'not-set':
      return isInUse ? text.notSet : text.notSetButUnused;
    case 'set': {
      const saved = status.since === null ? text.saved : text.savedOn(formatDay(status.since));
      return `${text.ending(status.tail)} ${status.keeping === 'keychain' ? saved : text.untilQuit}`;
    }
    case 'unreadable':
      return text.unreadable;
  }
}
