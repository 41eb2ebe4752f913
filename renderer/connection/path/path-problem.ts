import type { ReadyConnection } from '../../../electron/contract/connection.ts';
import type { Failure } from '../../../electron/contract/failure.ts';
import { remedyActionFor, remedyByFailure, isInstanceStep, type CheckRoute } from '../../../electron/contract/failure-remedies.ts';
import { connectionPaths } from '../../../electron/contract/connection-path.ts';
import { isOffered, type OfferedRemedy } from '../remedies.tsx';

/** What keeps the road in use from being used. */
export interface PathProblem {
  /** None where the user wanted it so. */
  readonly failure: Failure | undefined;
  /** What Causeway can do about it itself. */
  readonly action: OfferedRemedy | undefined;
}

/** The first trouble on the road in use, for what comes after it is most often its consequence; nothing where all is well. */
export function pathProblem(connection: ReadyConnection): PathProblem | undefined {
  const { mode, direct, tunnel, profile } = connection;
  // it stays so until it is started by hand
  if (mode === 'direct' && tunnel?.state.kind === 'stopped') return { failure: undefined, action: 'start-tunnel' };
  const station = connectionPaths(connection, null)[mode].find(({ trouble }) => trouble !== null);
  const failure = station?.trouble;
  if (!failure) return undefined;
  const road: CheckRoute = mode === 'proxy' ? 'proxy' : direct.now !== 'straight' && tunnel !== null ? 'tunnel' : 'straight';
  const home = remedyByFailure[failure.code].step[road];
  const step = station.id !== 'instance' && isInstanceStep(road, home) ? 'forwarding' : home; // met behind the instance
  const action = remedyActionFor(failure.code, { road, step });
  return {
    failure: { ...failure, remedy: failure.remedy.replace('on the Connection screen', 'here') },
    action: action !== null && isOffered(action, profile.isDemo) ? action : undefined,
  };
}
