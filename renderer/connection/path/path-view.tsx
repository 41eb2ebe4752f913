import { CircleAlert, CircleCheck, CircleDashed, CircleDot, LoaderCircle, type LucideIcon } from 'lucide-react';
import { Fragment } from 'react';
import type { ReadyConnection } from '../../../electron/contract/connection.ts';
import {
  hasCountdown,
  connectionPaths,
  type ConnectionPaths,
  type PathStage,
  type StageState,
} from '../../../electron/contract/connection-path.ts';
import { modeTitles } from '../../shared/labels.ts';
import { FailureMessage } from '../../ui/failure-message.tsx';
import { type RemedyRunner, RemedyButton } from '../remedies.tsx';
import { useCurrentSecond } from '../use-current-second.ts';
import { pathProblem, type PathProblem } from './path-problem.ts';
import './path-view.css';

const icons: Readonly<Record<StageState, LucideIcon>> = {
  good: CircleCheck,
  busy: LoaderCircle,
  bad: CircleAlert,
  idle: CircleDashed,
  unused: CircleDot,
};

/** Both roads to the engines, and what is wrong with the one in use. */
export function PathView({
  connection,
  trouble,
  onRemedy,
}: {
  readonly connection: ReadyConnection;
  /** What is to be said of the road in use. */
  readonly trouble: PathProblem | undefined;
  readonly onRemedy: RemedyRunner;
}) {
  const roads = useRoads(connection);
  return (
    <section aria-labelledby="road-heading" className="connection-panel">
      <h2 id="road-heading">The road</h2>
      {(['direct', 'proxy'] as const).map((mode) => (
        <Fragment key={mode}>
          <Line label={modeTitles[mode]} isUsed={connection.mode === mode} stations={roads[mode]} />
          {connection.mode === mode && trouble !== undefined && (
            <div className="connection-head connection-trouble">
              {trouble.failure !== undefined && <FailureMessage failure={trouble.failure} />}
              {trouble.action !== undefined && (
                <RemedyButton action={trouble.action} hasInstance={connection.tunnel !== null} onRemedy={onRemedy} />
              )}
            </div>
          )}
        </Fragment>
      ))}
    </section>
  );
}

/** The road in use alone. */
export function CurrentPath({ connection }: { readonly connection: ReadyConnection }) {
  const stations = useRoads(connection)[connection.mode];
  const failure = pathProblem(connection)?.failure;
  return (
    <>
      <Line label={modeTitles[connection.mode]} isUsed stations={stations} />
      {failure !== undefined && <FailureMessage failure={failure} />}
    </>
  );
}

function useRoads(connection: ReadyConnection): ConnectionPaths {
  return connectionPaths(connection, useCurrentSecond(hasCountdown(connection)));
}

/** A road as a line of stations, each with its state in words. */
function Line({ label, isUsed, stations }: { readonly label: string; readonly isUsed: boolean; readonly stations: readonly PathStage[] }) {
  return (
    <div className="road-line" data-used={isUsed}>
      <p className="road-label">
        {label}
        <span>{isUsed ? 'in use' : 'not in use'}</span>
      </p>
      <ol className="road-stations" aria-label={`${label}: stations`}>
        {stations.map((station) => (
          <StationView key={station.id} station={station} />
        ))}
      </ol>
    </div>
  );
}

function StationView({ station: { title, state, words, latencyMs } }: { readonly station: PathStage }) {
  const Icon = icons[state];
  return (
    <li className="station" data-state={state}>
      <Icon aria-hidden />
      <span className="station-title">{title}</span>
      <span className="station-words">
        {words}
        {latencyMs !== null && <span className="station-latency"> · {Math.round(latencyMs)} ms</span>}
      </span>
    </li>
  );
}
