import type { Mode } from '../../../electron/contract/profile.ts';
import {
  baseUrlError,
  toInstance,
  nameError,
  emptyInstance,
  emptyService,
  type InstanceFields,
  type ServiceFields,
} from '../profiles/profile-draft.ts';
import { setupText } from './text.ts';

/** How the user wants to connect. */
export type AccessChoice = 'token' | 'instance' | 'both';

/** All steps, in order. Steps that don't apply are skipped. */
export const setupSteps = ['service', 'ways', 'instance', 'token', 'models'] as const;
export type SetupStep = (typeof setupSteps)[number];

/** Everything entered so far. Contains no secrets, so it can be saved as a draft. */
export interface SetupState {
  readonly step: SetupStep;
  readonly service: ServiceFields;
  readonly wants: AccessChoice;
  readonly instance: InstanceFields;
  /** The profile, once it is created. */
  readonly profileId: string | null;
}

export const initialSetupState: SetupState = {
  step: 'service',
  service: emptyService,
  wants: 'both',
  instance: emptyInstance,
  profileId: null,
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
  return { ...state, step: steps[steps.indexOf(state.step) + by] ?? state.step };
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

/** Parses a saved state. Starts over if it is invalid, and creates the profile again if it was removed meanwhile. */
export function readSetupState(text: string, profileIds: readonly string[]): SetupState {
  const saved = parseSaved(text);
  if (saved.profileId === null || profileIds.includes(saved.profileId)) return saved;
  return { ...saved, profileId: null, step: needsProfile(saved.step) ? 'service' : saved.step };
}

function parseSaved(text: string): SetupState {
  try {
    const saved = JSON.parse(text) as Partial<SetupState>;
    const isStep = setupSteps.some((step) => step === saved.step);
    const isComplete = typeof saved.service?.baseUrl === 'string' && typeof saved.instance?.host === 'string' && saved.wants !== undefined;
    return isStep && isComplete ? { ...initialSetupState, ...saved } : initialSetupState;
  } catch {
    return initialSetupState;
  }
}
