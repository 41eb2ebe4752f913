import type { CheckRoute } from '../../../electron/contract/connection-check.ts';
import type { ReadyConnection } from '../../../electron/contract/connection.ts';
import type { Failure } from '../../../electron/contract/failure.ts';
import { remedyActionFor, remedyByFailure, isInstanceStep } from '../../../electron/contract/failure-remedies.ts';
import { connectionPaths } from '../../../electron/presentation/connection-path.ts';
import { isOffered, type OfferedRemedy } from '../remedies.tsx';

/** What keeps the active mode from working. */
export interface PathProblem {
  /** Undefined if the user stopped the tunnel. */
  readonly failure: Failure | undefined;
  /** The remedy that Causeway can apply. */
  readonly action: OfferedRemedy | undefined;
}

/** Returns the first problem on the active path, because later ones are mostly its consequences. Undefined if there is none. */
export function pathProblem(connection: ReadyConnection): PathProblem | undefined {
  const { mode, direct, tunnel, profile } = connection;
  // It stays stopped until the user starts it.
  if (mode === 'direct' && tunnel?.state.kind === 'stopped') return { failure: undefined, action: 'start-tunnel' };
  const stage = connectionPaths(connection, null)[mode].find(({ failure }) => failure !== null);
  const failure = stage?.failure;
  if (!failure) return undefined;
  const route: CheckRoute = mode === 'proxy' ? 'proxy' : direct.now !== 'straight' && tunnel !== null ? 'tunnel' : 'straight';
  const usualStep = remedyByFailure[failure.code].step[route];
  const step = stage.id !== 'instance' && isInstanceStep(route, usualStep) ? 'forwarding' : usualStep; // it occurred behind the instance
  const action = remedyActionFor(failure, { route, step });
  return { failure, action: action !== null && isOffered(action, profile.isDemo) ? action : undefined };
}
