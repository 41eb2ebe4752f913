import { describeFailure } from '../../../electron/contract/failures/render-failure.ts';
import { CircleAlert, CircleCheck, CircleDashed, CircleDot, LoaderCircle, type LucideIcon } from 'lucide-react';
import { Fragment } from 'react';
import type { ReadyConnection } from '../../../electron/contract/connection.ts';
import {
  hasCountdown,
  connectionPaths,
  type ConnectionPaths,
  type PathStage,
  type StageState,
} from '../../../electron/presentation/connection-path.ts';
import { modeTitles } from '../../shared/labels.ts';
import { FailureMessage } from '../../ui/failure-message.tsx';
import { type RemedyRunner, RemedyButton, pathProblem, type PathProblem } from '../remedies.tsx';
import { useCurrentSecond } from '../use-current-second.ts';
import { pathText } from '../text.ts';
import '../path-and-tunnel.css';

const icons: Readonly<Record<StageState, LucideIcon>> = {
  good: CircleCheck,
  busy: LoaderCircle,
  bad: CircleAlert,
  idle: CircleDashed,
  unused: CircleDot,
};

/** Both paths to the engines, and the problem of the active one. */
export function PathView({
  connection,
  problem,
  onRemedy,
}: {
  readonly connection: ReadyConnection;
  /** The problem of the active path. */
  readonly problem: PathProblem | undefined;
  readonly onRemedy: RemedyRunner;
}) {
  const paths = useConnectionPaths(connection);
  return (
    <section aria-labelledby="path-heading" className="connection-panel stack">
      <div>
        <h2 id="path-heading">{pathText.title}</h2>
        <p className="muted small">{pathText.hint}</p>
      </div>
      {(['direct', 'proxy'] as const).map((mode) => (
        <Fragment key={mode}>
          <PathLine label={modeTitles[mode]} isUsed={connection.mode === mode} stages={paths[mode]} />
          {connection.mode === mode && problem !== undefined && (
            <div className="connection-head connection-problem row wrap">
              {problem.failure !== undefined && <FailureMessage failure={describeFailure(problem.failure)} />}
              {problem.action !== undefined && (
                <RemedyButton action={problem.action} hasInstance={connection.tunnel !== null} onRemedy={onRemedy} />
              )}
            </div>
          )}
        </Fragment>
      ))}
    </section>
  );
}

/** The active path only. */
export function CurrentPath({ connection }: { readonly connection: ReadyConnection }) {
  const stages = useConnectionPaths(connection)[connection.mode];
  const failure = pathProblem(connection)?.failure;
  return (
    <>
      <PathLine label={modeTitles[connection.mode]} isUsed stages={stages} />
      {failure !== undefined && <FailureMessage failure={describeFailure(failure)} />}
    </>
  );
}

function useConnectionPaths(connection: ReadyConnection): ConnectionPaths {
  return connectionPaths(connection, useCurrentSecond(hasCountdown(connection)));
}

/** A path as a line of stages, each with its state. */
function PathLine({ label, isUsed, stages }: { readonly label: string; readonly isUsed: boolean; readonly stages: readonly PathStage[] }) {
  return (
    <div className="path-line" data-used={isUsed}>
      <p className="path-label medium">
        {label}
        <span>{isUsed ? pathText.current : pathText.inactive}</span>
      </p>
      <ol className="path-stages wrap plain-list" aria-label={pathText.stages(label)}>
        {stages.map((stage) => (
          <StageView key={stage.id} stage={stage} />
        ))}
      </ol>
    </div>
  );
}

function StageView({ stage: { title, state, description, latencyMs } }: { readonly stage: PathStage }) {
  const Icon = icons[state];
  return (
    <li className="path-stage stack" data-state={state}>
      <Icon aria-hidden />
      <span className="path-stage-title medium">{title}</span>
      <span className="path-stage-text muted tiny">
        {description}
        {latencyMs !== null && <span className="path-stage-latency">{pathText.latency(latencyMs)}</span>}
      </span>
    </li>
  );
}
