import type { ReadyConnection } from '../../../electron/contract/connection.ts';
import type { Failure } from '../../../electron/contract/failure.ts';
import { actionFor, findings, isInstanceStation, type Road } from '../../../electron/contract/findings.ts';
import { roadsOf } from '../../../electron/contract/stations.ts';
import { isOffered, type OfferedRemedy } from '../diagnosis/remedies.ts';

/** What keeps the road in use from being used. */
export interface RoadTrouble {
  /** None where the user wanted it so. */
  readonly failure: Failure | undefined;
  /** What Causeway can do about it itself. */
  readonly action: OfferedRemedy | undefined;
}

/** The first trouble on the road in use, for what comes after it is most often its consequence; nothing where all is well. */
export function roadTrouble(connection: ReadyConnection): RoadTrouble | undefined {
  const { mode, direct, tunnel, profile } = connection;
  // it stays so until it is started by hand
  if (mode === 'direct' && tunnel?.state.kind === 'stopped') return { failure: undefined, action: 'start-tunnel' };
  const station = roadsOf(connection, null)[mode].find(({ trouble }) => trouble !== null);
  const failure = station?.trouble;
  if (!failure) return undefined;
  const road: Road = mode === 'proxy' ? 'proxy' : direct.now !== 'straight' && tunnel !== null ? 'tunnel' : 'straight';
  const home = findings[failure.code].step[road];
  const step = station.id !== 'instance' && isInstanceStation(road, home) ? 'forwarding' : home; // met behind the instance
  const action = actionFor(failure.code, { road, step });
  return {
    failure: { ...failure, remedy: failure.remedy.replace('on the Connection screen', 'here') },
    action: action !== null && isOffered(action, profile.isDemo) ? action : undefined,
  };
}
