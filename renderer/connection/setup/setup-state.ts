import type { ProfileList } from '../../../electron/contract/events.ts';
import { isSameJson } from '../../../electron/contract/json.ts';
import type { Mode, Profile } from '../../../electron/contract/profile.ts';
import {
  baseUrlError,
  toInstance,
  nameError,
  emptyInstance,
  emptyService,
  type InstanceFields,
  type ServiceFields,
} from '../profiles/profile-draft.ts';
import { setupText } from '../profiles/text.ts';
import type { Call } from '../../bridge/bridge.ts';

/** How the user wants to connect. */
export type AccessChoice = 'token' | 'instance' | 'both';

/** All steps, in order. Steps that don't apply are skipped. */
const setupSteps = ['service', 'ways', 'instance', 'token', 'models'] as const;
export type SetupStep = (typeof setupSteps)[number];

/** Everything entered so far. Contains no secrets, so it can be saved as a draft. */
export interface SetupState {
  readonly step: SetupStep;
  readonly service: ServiceFields;
  readonly wants: AccessChoice;
  readonly instance: InstanceFields;
  /** The profile as it was last saved by the setup, once it is created. */
  readonly savedProfile: Profile | null;
  /** Whether the last step, which activates the profile, was reached. */
  readonly isActivated: boolean;
}

export const initialSetupState: SetupState = {
  step: 'service',
  service: emptyService,
  wants: 'both',
  instance: emptyInstance,
  savedProfile: null,
  isActivated: false,
};

/** Whether a step requires that the profile exists. */
export function needsProfile(step: SetupStep): boolean {
  return step === 'token' || step === 'models';
}

/** Returns the steps that apply. */
export function stepsFor(wants: AccessChoice): readonly SetupStep[] {
  return setupSteps.filter((step) => (step === 'token' ? wants !== 'instance' : step === 'instance' ? wants !== 'token' : true));
}

/** Moves to the next or the previous step, if there is one. */
export function moveStep(state: SetupState, by: 1 | -1): SetupState {
  const steps = stepsFor(state.wants);
  const step = steps[steps.indexOf(state.step) + by] ?? state.step;
  return { ...state, step, isActivated: state.isActivated || step === 'models' };
}

/** Whether nothing is left to resume, so that the next service starts over. */
export function isSetupDone({ step, isActivated }: SetupState, isConnected: boolean): boolean {
  return step === 'models' || (isActivated && isConnected);
}

/** Returns why the current step is incomplete, or undefined if it is complete. */
export function stepError({ step, service, instance }: SetupState, takenNames: readonly string[]): string | undefined {
  if (step === 'service') {
    if (service.baseUrl.trim() === '') return setupText.baseUrlMissing;
    return baseUrlError(service.baseUrl) ?? nameError(service, takenNames);
  }
  return step === 'instance' && toInstance(instance) === undefined ? setupText.instanceIncomplete : undefined;
}

/** Returns the mode to start with. */
export function firstMode(wants: AccessChoice): Mode {
  return wants === 'token' ? 'proxy' : 'direct';
}

/**
 * Returns the state to resume with. Creates the profile again if it was removed meanwhile. Starts over if it was changed or activated,
 * because the setup would write its own fields over a profile in use. The last step activates it itself.
 */
export function readSetupState(text: string | null, { profiles, activeId }: ProfileList): SetupState {
  const saved = parseSetupState(text);
  const { savedProfile, step, isActivated } = saved;
  const profile = profiles.find(({ id }) => id === savedProfile?.id);
  if (savedProfile === null || profile === undefined)
    return { ...saved, savedProfile: null, isActivated: false, step: needsProfile(step) ? 'service' : step };
  const isInUse = profile.id === activeId && !isActivated;
  return isInUse || !isSameJson(writtenFields(profile), writtenFields(savedProfile)) ? initialSetupState : saved;
}

/** Returns the fields that the setup overwrites. It only adds to the catalog. */
function writtenFields({ service: { catalog: _catalog, ...service }, instance, mode }: Profile): object {
  return { service, instance, mode };
}

/** Parses a saved state. It is empty if there is nothing to resume. */
function parseSetupState(text: string | null): SetupState {
  return text === null ? initialSetupState : (JSON.parse(text) as SetupState); // only the setup writes it
}

const key = 'connect-wizard';

/** Reads the state to resume with. */
export async function readSetup(call: Call): Promise<SetupState> {
  const [draft, list] = await Promise.all([call('drafts.read', { key }), call('profiles.read')]);
  return draft.ok ? readSetupState(draft.value.text, list.ok ? list.value : { profiles: [], activeId: null }) : initialSetupState;
}

export function saveSetup(call: Call, state: SetupState): void {
  void call('drafts.keep', { key, text: JSON.stringify(state) });
}

/** Makes the next setup start over. */
export async function forgetSetup(call: Call): Promise<void> {
  await call('drafts.keep', { key, text: null });
}

/** Forgets a setup whose profile the user starts to use without it, so that the next service doesn't overwrite that profile. */
export async function forgetSetupOf(call: Call, profileId: string): Promise<void> {
  const draft = await call('drafts.read', { key });
  if (draft.ok && parseSetupState(draft.value.text).savedProfile?.id === profileId) await forgetSetup(call);
}
