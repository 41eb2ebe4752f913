import { describeFailure } from '../../../electron/contract/failures/render-failure.ts';
import { useRef, useState, type ReactNode } from 'react';
import type { Profile, SecretStorage, SecretStatus } from '../../../electron/contract/profile.ts';
import { useSession } from '../../state/session.ts';
import { Button } from '../../ui/button.tsx';
import { Spinner } from '../../ui/progress.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { FailureMessage } from '../../ui/failure-message.tsx';
import { useAction } from '../use-action.ts';
import { profilesText } from './text.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { formatDay } from '../../shared/format.ts';

const text = profilesText.token;

/** Checks an API token with a real request, saves it, and clears the field. */
export function TokenForm({
  profile,
  onSet,
  actions,
}: {
  readonly profile: Profile;
  readonly onSet: (status: SecretStatus) => void;
  /** Further buttons, shown before the form's own. */
  readonly actions?: ReactNode;
}) {
  const { bridge } = useSession();
  const { isBusy, failure, run, cancel } = useAction();
  const [token, setToken] = useState('');
  const field = useRef<HTMLInputElement>(null);
  // The pressed button is replaced by another one, so the focus moves to the field.
  const focusField = () => field.current?.focus();
  const isKeychainFailure = failure?.code.startsWith('keychain-') ?? false;
  const isUnchecked = failure !== undefined && !isKeychainFailure && !failure.code.startsWith('token-');

  const save = async (storage: SecretStorage, skipsCheck: boolean) => {
    focusField();
    const status = await run((signal) =>
      bridge.call('token.set', { profileId: profile.id, token: token.trim(), keeping: storage, isUnchecked: skipsCheck }, { signal }),
    );
    if (status === undefined) return;
    setToken('');
    onSet(status);
  };
  return (
    <form
      className="ui-form stack"
      onSubmit={(event) => {
        event.preventDefault();
        void save('keychain', false);
      }}
    >
      <ol className="token-steps stack muted">
        <li>
          {text.openWebChat} <a href={profile.service.baseUrl}>{profile.service.baseUrl}</a> {text.signIn}
        </li>
        {text.steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <TextField ref={field} label={text.field} type="password" autoComplete="off" spellCheck={false} value={token} onChange={setToken} />
      {failure !== undefined && <FailureMessage failure={describeFailure(failure)} />}
      {/* beside the failure, because with the buttons at the bottom they would be four */}
      {isKeychainFailure && (
        <div className="connection-actions row wrap">
          <Button variant="primary" onClick={() => void save('until-quit', false)} isDisabled={isBusy}>
            {text.saveUntilQuit}
          </Button>
        </div>
      )}
      {isUnchecked && (
        <div className="connection-actions row wrap">
          <Button onClick={() => void save('keychain', true)} isDisabled={isBusy}>
            {text.saveUnchecked}
          </Button>
        </div>
      )}
      {isBusy && <Spinner label={text.checking} />}
      <div className="ui-dialog-actions wrap">
        {actions}
        {/* the keys keep apart what would become the same element: a pressed Stop that turns into a submit button submits the form */}
        {isBusy ? (
          <Button
            key="stop"
            onClick={() => {
              focusField();
              cancel();
            }}
          >
            {text.stop}
          </Button>
        ) : (
          <Button key="submit" variant={isKeychainFailure ? 'plain' : 'primary'} type="submit" isDisabled={token.trim() === ''}>
            {text.checkAndSave}
          </Button>
        )}
      </div>
    </form>
  );
}

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
          {status.state === 'set' && <Button onClick={() => setRemoving(true)}>{text.remove}</Button>}
          {!isRequestedElsewhere && <Button onClick={() => onEntering(true)}>{status.state === 'set' ? text.replace : text.enter}</Button>}
        </div>
      </div>
      {status.state === 'unreadable' && !isInUse && <FailureMessage failure={describeFailure(status.failure)} />}
      <Dialog isOpen={isEntering} onOpenChange={onEntering} title={text.dialogTitle(profile.service.name)}>
        <TokenForm profile={profile} onSet={() => onEntering(false)} />
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
