import { useEffect, useId, useState } from 'react';
import { useSession } from '../../state/session.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useProfiles } from '../connected.ts';
import { FailureWords } from '../failure-words.tsx';
import { draftOf, instanceOf, serviceOf } from '../profiles/draft.ts';
import { InstanceForm } from '../profiles/instance-form.tsx';
import { ServiceForm } from '../profiles/service-form.tsx';
import { TokenForm } from '../profiles/token-form.tsx';
import { useAction } from '../use-action.ts';
import { FoundModels } from './found-models.tsx';
import { WaysForm } from './ways-form.tsx';
import {
  firstMode,
  firstWizardState,
  moved,
  readWizardState,
  stepsFor,
  stepTrouble,
  type WizardState,
  type WizardStep,
} from './wizard-state.ts';
import './wizard.css';

const draftKey = 'connect-wizard';
const titles: Readonly<Record<WizardStep, string>> = {
  service: 'Which service?',
  ways: 'How do you want in?',
  instance: 'Your instance',
  token: 'Your API token',
  models: 'Connecting',
};

const shortTitles: Readonly<Record<WizardStep, string>> = {
  service: 'Service',
  ways: 'Way in',
  instance: 'Instance',
  token: 'Token',
  models: 'Connect',
};

/** "Connect to your service": from an address to the first model, one question at a time. Can be left and resumed. */
export function Wizard({ onClose }: { readonly onClose: () => void }) {
  const { bridge } = useSession();
  const [state, setState] = useState<WizardState>();
  useEffect(() => {
    const read = async () => {
      const result = await bridge.call('drafts.read', { key: draftKey });
      setState(result.ok ? readWizardState(result.value.text) : firstWizardState);
    };
    void read();
  }, [bridge]);
  if (state === undefined) return null;
  return (
    <Steps
      state={state}
      onState={(next) => {
        setState(next);
        void bridge.call('drafts.keep', { key: draftKey, text: JSON.stringify(next) });
      }}
      onClose={onClose}
      onDone={() => {
        void bridge.call('drafts.keep', { key: draftKey, text: '' });
        onClose();
      }}
    />
  );
}

function Steps({
  state,
  onState,
  onClose,
  onDone,
}: {
  readonly state: WizardState;
  readonly onState: (state: WizardState) => void;
  readonly onClose: () => void;
  readonly onDone: () => void;
}) {
  const { bridge } = useSession();
  const { profiles } = useProfiles();
  const { isBusy, failure, run, forget } = useAction();
  const profile = profiles.find(({ id }) => id === state.profileId);
  const steps = stepsFor(state.wants);
  const trouble = stepTrouble(state);
  const hasOwnForm = state.step === 'token' || state.step === 'models';
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
    if (next.step !== 'token' && next.step !== 'models') {
      onState(next);
      return;
    }
    const kept = await keepProfile();
    if (kept !== undefined) onState({ ...next, profileId: kept.id });
  };
  const body = (
    <>
      {state.step === 'service' && (
        <ServiceForm
          fields={state.service}
          onChange={(service) => {
            onState({ ...state, service });
          }}
        />
      )}
      {state.step === 'ways' && (
        <WaysForm
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
        />
      )}
      {state.step === 'models' && profile !== undefined && <FoundModels profile={profile} />}
      {failure !== undefined && <FailureWords failure={failure} />}
      {trouble !== undefined && state.step !== 'service' && <p className="connection-words">{trouble}</p>}
    </>
  );
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title={titles[state.step]}
      actions={
        <>
          {state.step !== 'service' && (
            <Button
              onClick={() => {
                forget();
                onState(moved(state, -1));
              }}
            >
              Back
            </Button>
          )}
          {state.step === 'models' ? (
            <Button variant="primary" onClick={onDone}>
              Done
            </Button>
          ) : (
            <Button
              variant={state.step === 'token' ? 'plain' : 'primary'}
              isDisabled={trouble !== undefined || isBusy}
              {...(hasOwnForm ? { onClick: () => void goOn() } : { type: 'submit', form: formId })}
            >
              {state.step === 'token' ? 'Skip for now' : 'Go on'}
            </Button>
          )}
        </>
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
        <div key={state.step} ref={focusFirst} className="connection-form">
          {body}
        </div>
      ) : (
        <form
          key={state.step}
          ref={focusFirst}
          id={formId}
          className="connection-form"
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

/** What had the focus went with its step. */
function focusFirst(content: HTMLElement | null): void {
  content?.querySelector<HTMLElement>('input:not([type="hidden"]), [role="radio"][tabindex="0"]')?.focus();
}
