import type { Mode } from '../../../electron/contract/profile.ts';
import {
  baseUrlTrouble,
  instanceOf,
  nameTrouble,
  noInstance,
  noService,
  type InstanceFields,
  type ServiceFields,
} from '../profiles/draft.ts';

/** How the user wants in. */
export type Wants = 'token' | 'instance' | 'both';

/** The steps, in their order; those that are not needed are passed over. */
export const wizardSteps = ['service', 'ways', 'instance', 'token', 'models'] as const;
export type WizardStep = (typeof wizardSteps)[number];

/** Everything entered so far; no secret is ever part of it, so it can be kept while the wizard is left. */
export interface WizardState {
  readonly step: WizardStep;
  readonly service: ServiceFields;
  readonly wants: Wants;
  readonly instance: InstanceFields;
  /** The profile, once it was made. */
  readonly profileId: string | null;
}

export const firstWizardState: WizardState = {
  step: 'service',
  service: noService,
  wants: 'both',
  instance: noInstance,
  profileId: null,
};

/** Whether a step belongs to a profile that has been made. */
export function needsProfile(step: WizardStep): boolean {
  return step === 'token' || step === 'models';
}

/** The steps this user goes through. */
export function stepsFor(wants: Wants): readonly WizardStep[] {
  return wizardSteps.filter((step) => (step === 'token' ? wants !== 'instance' : step === 'instance' ? wants !== 'token' : true));
}

/** The step after or before the present one; the same where there is none. */
export function moved(state: WizardState, by: 1 | -1): WizardState {
  const steps = stepsFor(state.wants);
  return { ...state, step: steps[steps.indexOf(state.step) + by] ?? state.step };
}

/** Why the wizard can't go on from here; undefined where it can. */
export function stepTrouble({ step, service, instance }: WizardState, takenNames: readonly string[]): string | undefined {
  if (step === 'service') {
    if (service.baseUrl.trim() === '') return 'Enter the address of the service.';
    return baseUrlTrouble(service.baseUrl) ?? nameTrouble(service, takenNames);
  }
  return step === 'instance' && instanceOf(instance) === undefined ? 'Enter host, port and login of the instance.' : undefined;
}

/** The way that is in use first. */
export function firstMode(wants: Wants): Mode {
  return wants === 'token' ? 'proxy' : 'direct';
}

/** Reads what was kept; anything else is a fresh start. A profile that was removed meanwhile is made anew. */
export function readWizardState(text: string, profileIds: readonly string[]): WizardState {
  const kept = parseKept(text);
  if (kept.profileId === null || profileIds.includes(kept.profileId)) return kept;
  return { ...kept, profileId: null, step: needsProfile(kept.step) ? 'service' : kept.step };
}

function parseKept(text: string): WizardState {
  try {
    const kept = JSON.parse(text) as Partial<WizardState>;
    const isStep = wizardSteps.some((step) => step === kept.step);
    const isWhole = typeof kept.service?.baseUrl === 'string' && typeof kept.instance?.host === 'string' && kept.wants !== undefined;
    return isStep && isWhole ? { ...firstWizardState, ...kept } : firstWizardState;
  } catch {
    return firstWizardState;
  }
}
