import { useEffect, useState, useId } from 'react';
import { useSession } from '../../state/session.ts';
import {
  initialSetupState,
  readSetupState,
  type SetupState,
  firstMode,
  moved,
  needsProfile,
  stepsFor,
  stepError,
  type SetupStep,
  type WantedModes,
} from './setup-state.ts';
import { useStore } from '../../state/store.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FailureMessage } from '../../ui/failure-message.tsx';
import { Spinner } from '../../ui/progress.tsx';
import { useProfiles } from '../connection-context.ts';
import { draftOf, instanceOf, serviceOf } from '../profiles/profile-draft.ts';
import { InstanceForm } from '../profiles/instance-form.tsx';
import { ServiceForm } from '../profiles/service-form.tsx';
import { TokenForm } from '../profiles/token-form.tsx';
import { useAction } from '../use-action.ts';
import { focusFirst, ConnectStep, isConnectedTo } from './connect-step.tsx';
import { RadioCards } from '../../ui/radio-cards.tsx';
import './setup.css';

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

const titles: Readonly<Record<SetupStep, string>> = {
  service: 'Which service?',
  ways: 'How do you want in?',
  instance: 'Your instance',
  token: 'Your API token',
  models: 'Connecting',
};
const shortTitles: Readonly<Record<SetupStep, string>> = {
  service: 'Service',
  ways: 'Way in',
  instance: 'Instance',
  token: 'Token',
  models: 'Connect',
};

/** The steps of the wizard, one at a time; what is entered is told to who keeps it. */
function SetupSteps({
  state,
  onState,
  onClose,
  onStartChat,
}: {
  readonly state: SetupState;
  readonly onState: (state: SetupState) => void;
  readonly onClose: () => void;
  /** Closes it too. */
  readonly onStartChat: () => void;
}) {
  const { bridge, connection } = useSession();
  const isConnected = isConnectedTo(useStore(connection), state.profileId);
  const { profiles } = useProfiles();
  const { isBusy, failure, run, forget } = useAction();
  const profile = profiles.find(({ id }) => id === state.profileId);
  const steps = stepsFor(state.wants);
  const takenNames = profiles.filter(({ id }) => id !== state.profileId).map((other) => other.service.name);
  const trouble = stepError(state, takenNames);
  // The steps that begin with a profile bring forms of their own.
  const hasOwnForm = needsProfile(state.step);
  const formId = useId();

  /** Makes the profile, or brings it in line with what was entered meanwhile, before anything belongs to it. */
  const keepProfile = () =>
    run(async (signal) => {
      const instance = state.wants === 'token' ? undefined : state.instance;
      const draft = draftOf(state.service, instance, firstMode(state.wants));
      if (profile === undefined) return bridge.call('profiles.add', draft, { signal });
      const change = {
        service: serviceOf(state.service, profile.service.catalog),
        instance: instance ? (instanceOf(instance) ?? null) : null,
        mode: draft.mode,
      };
      return bridge.call('profiles.change', { id: profile.id, change }, { signal });
    });

  const goOn = async () => {
    const next = moved(state, 1);
    if (!needsProfile(next.step)) {
      onState(next);
      return;
    }
    const kept = await keepProfile();
    if (kept !== undefined) onState({ ...next, profileId: kept.id });
  };
  const back = state.step !== 'service' && (
    <Button
      data-aside
      onClick={() => {
        forget();
        onState(moved(state, -1));
      }}
    >
      Back
    </Button>
  );
  const body = (
    <>
      {state.step === 'service' && (
        <ServiceForm
          fields={state.service}
          takenNames={takenNames}
          onChange={(service) => {
            onState({ ...state, service });
          }}
        />
      )}
      {state.step === 'ways' && (
        <ModeStep
          wants={state.wants}
          onChange={(wants) => {
            onState({ ...state, wants });
          }}
        />
      )}
      {state.step === 'instance' && (
        <InstanceForm
          fields={state.instance}
          onChange={(instance) => {
            onState({ ...state, instance });
          }}
        />
      )}
      {state.step === 'token' && profile !== undefined && (
        <TokenForm
          profile={profile}
          onSet={() => {
            onState(moved(state, 1));
          }}
          actions={
            <>
              {back}
              <Button isDisabled={isBusy} onClick={() => void goOn()}>
                Skip for now
              </Button>
            </>
          }
        />
      )}
      {state.step === 'models' && profile !== undefined && <ConnectStep profile={profile} onClose={onClose} />}
      {hasOwnForm && profile === undefined && <Spinner label="Reading the profile…" />}
      {failure !== undefined && <FailureMessage failure={failure} />}
      {trouble !== undefined && !isToldByField(state) && <p className="connection-words">{trouble}</p>}
    </>
  );
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={state.step === 'models' && isConnected ? 'Connected' : titles[state.step]}
      actions={
        state.step === 'token' ? undefined : (
          <>
            {back}
            {state.step === 'models' ? (
              <>
                <Button onClick={onClose}>Done</Button>
                {isConnected && (
                  <Button variant="primary" onClick={onStartChat}>
                    Start a conversation
                  </Button>
                )}
              </>
            ) : (
              <Button variant="primary" type="submit" form={formId} isDisabled={trouble !== undefined || isBusy}>
                Go on
              </Button>
            )}
          </>
        )
      }
    >
      <ol className="wizard-steps" aria-label="Steps">
        {steps.map((step, index) => (
          <li key={step} aria-current={step === state.step ? 'step' : undefined} data-done={index < steps.indexOf(state.step)}>
            {shortTitles[step]}
          </li>
        ))}
      </ol>
      {hasOwnForm ? (
        <div key={state.step} ref={focusFirst} className="ui-form">
          {body}
        </div>
      ) : (
        <form
          key={state.step}
          ref={focusFirst}
          id={formId}
          className="ui-form"
          onSubmit={(event) => {
            event.preventDefault();
            if (trouble === undefined && !isBusy) void goOn();
          }}
        >
          {body}
        </form>
      )}
    </Dialog>
  );
}

/** Whether the field that is wrong says so itself. */
function isToldByField({ step, service }: SetupState): boolean {
  return step === 'service' && service.baseUrl.trim() !== '';
}

const ways: readonly { readonly value: WantedModes; readonly title: string; readonly words: string }[] = [
  { value: 'token', title: 'With an API token', words: 'From anywhere, through the proxy. Chat only.' },
  {
    value: 'instance',
    title: 'Through my instance',
    words: 'Straight to the engines, by SSH through a machine of yours in the research cloud. Text completions too; no token.',
  },
  { value: 'both', title: 'Both', words: 'And switch between them at any time.' },
];

/** Asks how the user wants in. */
function ModeStep({ wants, onChange }: { readonly wants: WantedModes; readonly onChange: (wants: WantedModes) => void }) {
  return <RadioCards label="How do you want in?" options={ways} value={wants} onChange={onChange} />;
}
