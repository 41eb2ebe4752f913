import type { Mode } from '../../../electron/contract/profile.ts';
import {
  baseUrlError,
  instanceOf,
  nameError,
  noInstance,
  noService,
  type InstanceFields,
  type ServiceFields,
} from '../profiles/profile-draft.ts';

/** How the user wants in. */
export type WantedModes = 'token' | 'instance' | 'both';

/** The steps, in their order; those that are not needed are passed over. */
export const setupSteps = ['service', 'ways', 'instance', 'token', 'models'] as const;
export type SetupStep = (typeof setupSteps)[number];

/** Everything entered so far; no secret is ever part of it, so it can be kept while the wizard is left. */
export interface SetupState {
  readonly step: SetupStep;
  readonly service: ServiceFields;
  readonly wants: WantedModes;
  readonly instance: InstanceFields;
  /** The profile, once it was made. */
  readonly profileId: string | null;
}

export const initialSetupState: SetupState = {
  step: 'service',
  service: noService,
  wants: 'both',
  instance: noInstance,
  profileId: null,
};

/** Whether a step belongs to a profile that has been made. */
export function needsProfile(step: SetupStep): boolean {
  return step === 'token' || step === 'models';
}

/** The steps this user goes through. */
export function stepsFor(wants: WantedModes): readonly SetupStep[] {
  return setupSteps.filter((step) => (step === 'token' ? wants !== 'instance' : step === 'instance' ? wants !== 'token' : true));
}

/** The step after or before the present one; the same where there is none. */
export function moved(state: SetupState, by: 1 | -1): SetupState {
  const steps = stepsFor(state.wants);
  return { ...state, step: steps[steps.indexOf(state.step) + by] ?? state.step };
}

/** Why the wizard can't go on from here; undefined where it can. */
export function stepError({ step, service, instance }: SetupState, takenNames: readonly string[]): string | undefined {
  if (step === 'service') {
    if (service.baseUrl.trim() === '') return 'Enter the address of the service.';
    return baseUrlError(service.baseUrl) ?? nameError(service, takenNames);
  }
  return step === 'instance' && instanceOf(instance) === undefined ? 'Enter host, port and login of the instance.' : undefined;
}

/** The way that is in use first. */
export function firstMode(wants: WantedModes): Mode {
  return wants === 'token' ? 'proxy' : 'direct';
}

/** Reads what was kept; anything else is a fresh start. A profile that was removed meanwhile is made anew. */
export function readSetupState(text: string, profileIds: readonly string[]): SetupState {
  const kept = parseKept(text);
  if (kept.profileId === null || profileIds.includes(kept.profileId)) return kept;
  return { ...kept, profileId: null, step: needsProfile(kept.step) ? 'service' : kept.step };
}

function parseKept(text: string): SetupState {
  try {
    const kept = JSON.parse(text) as Partial<SetupState>;
    const isStep = setupSteps.some((step) => step === kept.step);
    const isWhole = typeof kept.service?.baseUrl === 'string' && typeof kept.instance?.host === 'string' && kept.wants !== undefined;
    return isStep && isWhole ? { ...initialSetupState, ...kept } : initialSetupState;
  } catch {
    return initialSetupState;
  }
}
