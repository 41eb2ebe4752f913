import type { Call } from '../../bridge/bridge.ts';
import { initialSetupState, parseSetupState, readSetupState, type SetupState } from './setup-state.ts';

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
  await call('drafts.keep', { key, text: '' });
}

/** Forgets a setup whose profile the user starts to use without it, so that the next service doesn't overwrite that profile. */
export async function forgetSetupOf(call: Call, profileId: string): Promise<void> {
  const draft = await call('drafts.read', { key });
  if (draft.ok && parseSetupState(draft.value.text).savedProfile?.id === profileId) await forgetSetup(call);
}
