import { describeFailure } from '../../../electron/contract/failures/render-failure.ts';
import { useRef, useState, type ReactNode } from 'react';
import type { Profile } from '../../../electron/contract/profile.ts';
import type { SecretStorage, SecretStatus } from '../../../electron/contract/secret.ts';
import { useSession } from '../../state/session.ts';
import { Button } from '../../ui/button.tsx';
import { Spinner } from '../../ui/progress.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { FailureMessage } from '../../ui/failure-message.tsx';
import { useAction } from '../use-action.ts';
import { profilesText } from './text.ts';

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
  const focusField = () => {
    field.current?.focus();
  };
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
      {isBusy && <Spinner label={text.checking} />}
      <div className="ui-dialog-actions wrap">
        {actions}
        {isKeychainFailure && (
          <Button variant="primary" onClick={() => void save('until-quit', false)} isDisabled={isBusy}>
            {text.saveUntilQuit}
          </Button>
        )}
        {isUnchecked && (
          <Button onClick={() => void save('keychain', true)} isDisabled={isBusy}>
            {text.saveUnchecked}
          </Button>
        )}
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
