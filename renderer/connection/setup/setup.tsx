import { describeFailure } from '../../../electron/contract/failures/render-failure.ts';
import { useEffect, useId, useRef, useState } from 'react';
import { useSession } from '../../state/session.ts';
import {
  initialSetupState,
  type SetupState,
  firstMode,
  isSetupDone,
  moveStep,
  needsProfile,
  stepsFor,
  stepError,
  type SetupStep,
  forgetSetup,
  readSetup,
  saveSetup,
} from './setup-state.ts';
import { useStore } from '../../state/store.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FailureMessage } from '../../ui/failure-message.tsx';
import { Spinner } from '../../ui/progress.tsx';
import { useProfiles } from '../connection-context.ts';
import { toProfileDraft, toInstance, toService } from '../profiles/profile-draft.ts';
import { InstanceForm, ServiceForm } from '../profiles/profile-forms.tsx';
import { TokenForm } from '../profiles/token-form.tsx';
import { useAction } from '../use-action.ts';
import { ConnectStep, isConnectedTo, ModeStep } from './connect-step.tsx';
import { focusFirst } from './focus-first.ts';
import { setupText } from '../profiles/text.ts';
import '../profiles/profiles.css';

/** "Connect to your service": from an address to the first model, step by step. Can be closed and resumed. */
export function Setup({ onClose, onStartChat }: { readonly onClose: () => void; readonly onStartChat: () => void }) {
  const { bridge, connection } = useSession();
  const [state, setState] = useState<SetupState>();
  const isConnected = isConnectedTo(useStore(connection), state?.savedProfile?.id ?? null);
  // A saved profile arrives late, and must not undo what was changed since.
  const newest = useRef(initialSetupState);
  useEffect(() => {
    const read = async () => {
      newest.current = await readSetup(bridge.call);
      setState(newest.current);
    };
    void read();
  }, [bridge]);
  if (state === undefined) return null;
  const close = () => {
    if (isSetupDone(state, isConnected)) void forgetSetup(bridge.call);
    onClose();
  };
  return (
    <SetupSteps
      state={state}
      isConnected={isConnected}
      onChange={(change) => {
        newest.current = change(newest.current);
        setState(newest.current);
        saveSetup(bridge.call, newest.current);
      }}
      onClose={close}
      onStartChat={() => {
        close();
        onStartChat();
      }}
    />
  );
}

const titles: Readonly<Record<SetupStep, string>> = setupText.titles;
const hints: Readonly<Record<SetupStep, string>> = setupText.hints;
const shortTitles: Readonly<Record<SetupStep, string>> = setupText.shortTitles;

/** Shows one step at a time. */
function SetupSteps({
  state,
  isConnected,
  onChange,
  onClose,
  onStartChat,
}: {
  readonly state: SetupState;
  readonly isConnected: boolean;
  readonly onChange: (change: (now: SetupState) => SetupState) => void;
  readonly onClose: () => void;
  /** Also closes the setup. */
  readonly onStartChat: () => void;
}) {
  const { bridge } = useSession();
  const profileId = state.savedProfile?.id ?? null;
  const { profiles } = useProfiles();
  const { isBusy, failure, run, clearFailure } = useAction();
  const profile = profiles.find(({ id }) => id === profileId);
  const steps = stepsFor(state.wants);
  const takenNames = profiles.filter(({ id }) => id !== profileId).map((other) => other.service.name);
  const error = stepError(state, takenNames);
  // The steps after the profile is created have their own forms.
  const hasOwnForm = needsProfile(state.step);
  const isFinished = state.step === 'models' && isConnected;
  const formId = useId();

  /** Creates the profile, or updates it with the current fields. */
  const saveProfile = () =>
    run(async (signal) => {
      const instance = state.wants === 'token' ? undefined : state.instance;
      const draft = toProfileDraft(state.service, instance, firstMode(state.wants));
      if (profile === undefined) return bridge.call('profiles.add', draft, { signal });
      const change = {
        service: toService(state.service, profile.service.catalog),
        instance: instance ? (toInstance(instance) ?? null) : null,
        mode: draft.mode,
      };
      return bridge.call('profiles.change', { id: profile.id, change }, { signal });
    });

  const goForward = async () => {
    const { step, isActivated } = moveStep(state, 1);
    if (!needsProfile(step)) {
      onChange((now) => ({ ...now, step }));
      return;
    }
    const saved = await saveProfile();
    if (saved !== undefined) onChange((now) => ({ ...now, step, isActivated, savedProfile: saved }));
  };
  const back = state.step !== 'service' && (
    <Button
      data-aside
      onClick={() => {
        clearFailure();
        onChange((now) => moveStep(now, -1));
      }}
    >
      {setupText.back}
    </Button>
  );
  const body = (
    <>
      {state.step === 'service' && (
        <ServiceForm
          fields={state.service}
          takenNames={takenNames}
          onChange={(change) => onChange((now) => ({ ...now, service: { ...now.service, ...change } }))}
        />
      )}
      {state.step === 'ways' && <ModeStep wants={state.wants} onChange={(wants) => onChange((now) => ({ ...now, wants }))} />}
      {state.step === 'instance' && (
        <InstanceForm fields={state.instance} onChange={(instance) => onChange((now) => ({ ...now, instance }))} />
      )}
      {state.step === 'token' && profile !== undefined && (
        <TokenForm
          profile={profile}
          onSet={() => onChange((now) => moveStep(now, 1))}
          actions={
            <>
              {back}
              <Button isDisabled={isBusy} onClick={() => void goForward()}>
                {setupText.skip}
              </Button>
            </>
          }
        />
      )}
      {state.step === 'models' && profile !== undefined && <ConnectStep profile={profile} onClose={onClose} />}
      {hasOwnForm && profile === undefined && <Spinner label={setupText.loadingProfile} />}
      {failure !== undefined && <FailureMessage failure={describeFailure(failure)} />}
      {error !== undefined && !isShownByField(state) && <p className="muted small">{error}</p>}
    </>
  );
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={isFinished ? setupText.connectedTitle : titles[state.step]}
      description={isFinished ? setupText.connectedHint : hints[state.step]}
      actions={
        state.step === 'token' ? undefined : (
          <>
            {back}
            {state.step === 'models' ? (
              <>
                <Button onClick={onClose}>{setupText.done}</Button>
                {isConnected && (
                  <Button variant="primary" onClick={onStartChat}>
                    {setupText.startConversation}
                  </Button>
                )}
              </>
            ) : (
              <Button variant="primary" type="submit" form={formId} isDisabled={error !== undefined || isBusy}>
                {setupText.continue}
              </Button>
            )}
          </>
        )
      }
    >
      <ol className="setup-steps wrap muted tiny" aria-label={setupText.steps}>
        {steps.map((step, index) => (
          <li key={step} aria-current={step === state.step ? 'step' : undefined} data-done={index < steps.indexOf(state.step)}>
            {shortTitles[step]}
          </li>
        ))}
      </ol>
      {hasOwnForm ? (
        <div key={state.step} ref={focusFirst} className="ui-form stack">
          {body}
        </div>
      ) : (
        <form
          key={state.step}
          ref={focusFirst}
          id={formId}
          className="ui-form stack"
          onSubmit={(event) => {
            event.preventDefault();
            if (error === undefined && !isBusy) void goForward();
          }}
        >
          {body}
        </form>
      )}
    </Dialog>
  );
}

/** Whether the invalid field shows the error itself. */
function isShownByField({ step, service }: SetupState): boolean {
  return step === 'service' && service.baseUrl.trim() !== '';
}
