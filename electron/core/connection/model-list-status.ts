import type { ModelListStatus } from '../../contract/connection.ts';
import type { Failure } from '../../contract/failure.ts';
import type { Mode } from '../../contract/profile.ts';
import type { ListOutcome } from '../llm-client/llm-client.ts';

/** How the last look at each list went: the newest look at a mode takes the place of the one before. */
export function modelListStatuses(
  before: readonly ModelListStatus[],
  mode: Mode,
  outcomes: readonly ListOutcome[],
): readonly ModelListStatus[] {
  return [...before.filter((state) => state.mode !== mode), ...outcomes.map(toState)];
}

function toState({ mode, segment, ms, result }: ListOutcome): ModelListStatus {
  const failure = result.kind === 'failed' ? result.failure : result.kind === 'absent' ? noList : null;
  return { mode, segment: segment ?? null, ms: Math.round(ms), failure };
}

const noList: Failure = {
  code: 'unsupported',
  message: 'The proxy offers no list of its models, so those of the profile are shown.',
  remedy: 'Edit the models of the profile where they are out of date.',
};
