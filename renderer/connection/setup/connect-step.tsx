import { describeFailure } from '../../../electron/contract/failures/render-failure.ts';
import { useEffect, useState } from 'react';
import type { Model } from '../../../electron/contract/catalog.ts';
import type { Connection, ReadyConnection, TunnelPhase } from '../../../electron/contract/connection.ts';
import { ok } from '../../../electron/contract/failure.ts';
import type { Profile } from '../../../electron/contract/profile.ts';
import { describeConnectionProblem } from '../../../electron/presentation/connection-path.ts';
import { useConnectionNavigation } from '../../shared/connection-navigation.tsx';
import { useSession } from '../../state/session.ts';
import { useStore } from '../../state/store.ts';
import { Button } from '../../ui/button.tsx';
import { Spinner } from '../../ui/progress.tsx';
import { FailureRetry, FailureMessage } from '../../ui/failure-message.tsx';
import { CurrentPath } from '../path/path-view.tsx';
import { useAction } from '../use-action.ts';
import { setupText } from '../profiles/text.ts';
import { RadioCards } from '../../ui/radio-group.tsx';
import { EnginePathsForm } from './engine-paths-form.tsx';
import type { AccessChoice } from './setup-state.ts';

/** Returns the models available in the active mode. */
function listedModels({ models, mode }: ReadyConnection): readonly Model[] {
  return models.filter(({ presence }) => presence[mode] !== 'gone');
}

/** Returns the state of the tunnel if the active mode uses it. */
function tunnelKind({ mode, direct, tunnel }: ReadyConnection): TunnelPhase['kind'] | undefined {
  return mode === 'direct' && direct.now !== 'straight' ? tunnel?.state.kind : undefined;
}

/** Whether the profile is connected and has a model. */
export function isConnectedTo(connection: Connection, profileId: string | null): boolean {
  if (connection.state !== 'ready' || connection.profile.id !== profileId || connection.isRefreshing) return false;
  return describeConnectionProblem(connection, 0) === undefined && listedModels(connection).length > 0;
}

/** The last step: activates the profile, shows the tunnel connecting, and lists the models. */
export function ConnectStep({ profile, onClose }: { readonly profile: Profile; readonly onClose: () => void }) {
  const { bridge, connection: store, attempt } = useSession();
  const connection = useStore(store);
  const { isBusy, failure, run } = useAction();
  const [hasAsked, setAsked] = useState(false);
  const { id } = profile;
  const activate = () => run((signal) => bridge.call('profiles.activate', { id }, { signal }));
  useEffect(() => {
    void activate();
    // Once per profile; `activate` changes with every render.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [bridge, id]);

  const isWaiting = connection.state === 'ready' && connection.profile.id === id && tunnelKind(connection) === 'idle';
  useEffect(() => {
    // Without a known segment nothing would start the tunnel, and the user should see now whether the instance accepts the login.
    if (isWaiting) void attempt(bridge.call('tunnel.reconnect'));
  }, [attempt, bridge, isWaiting]);

  if (failure !== undefined) return <FailureRetry failure={describeFailure(failure)} isBusy={isBusy} onRetry={() => void activate()} />;
  if (connection.state === 'failed' && connection.chosen?.profile.id === id)
    return (
      <>
        <FailureMessage failure={describeFailure(connection.failure)} />
        <TryAgain hasTunnel={false} onClose={undefined} />
      </>
    );
  if (connection.state !== 'ready' || connection.profile.id !== id) return <Spinner label={setupText.switching} />;
  const models = listedModels(connection);
  const hasProblem = describeConnectionProblem(connection, 0) !== undefined;
  const isComingUp = ['idle', 'connecting', 'waiting-for-user'].includes(tunnelKind(connection) ?? '');
  // A later refresh leaves the form in place, because the user may be typing.
  const needsSegment = models.length === 0 && !hasProblem && !isComingUp && (hasAsked || !connection.isRefreshing);
  if (needsSegment && !hasAsked) setAsked(true);
  return (
    <>
      {/* it is up by then, and the form needs the room */}
      {!needsSegment && <CurrentPath connection={connection} />}
      {!connection.isRefreshing && hasProblem && (
        <TryAgain hasTunnel={connection.mode === 'direct' && connection.tunnel !== null} onClose={onClose} />
      )}
      {needsSegment && <EnginePathsForm profile={profile} isDirect={connection.mode === 'direct'} />}
      {connection.isRefreshing && <Spinner label={setupText.loadingModels} />}
      {models.length > 0 && <output>{setupText.models(models.map((model) => model.id))}</output>}
    </>
  );
}

/** Connects again after the user has fixed a problem. */
function TryAgain({
  hasTunnel,
  onClose,
}: {
  readonly hasTunnel: boolean;
  /** Closes the setup before a check; undefined if no check is possible. */
  readonly onClose: (() => void) | undefined;
}) {
  const { bridge } = useSession();
  const { check } = useConnectionNavigation();
  const { isBusy, failure, run } = useAction();
  const retry = () =>
    run(async (signal) => {
      const reconnected = hasTunnel ? await bridge.call('tunnel.reconnect', undefined, { signal }) : ok(undefined);
      return reconnected.ok ? bridge.call('connection.refresh', undefined, { signal }) : reconnected;
    });
  return (
    <>
      {failure !== undefined && <FailureMessage failure={describeFailure(failure)} />}
      <div className="connection-actions row wrap">
        <Button variant="primary" isDisabled={isBusy} onClick={() => void retry()}>
          {setupText.tryAgain}
        </Button>
        {onClose !== undefined && (
          <Button
            onClick={() => {
              onClose();
              check();
            }}
          >
            {setupText.check}
          </Button>
        )}
      </div>
    </>
  );
}

const accessOptions = (['token', 'instance', 'both'] as const satisfies readonly AccessChoice[]).map((value) => ({
  value,
  title: setupText.access[value].title,
  description: setupText.access[value].hint,
}));

/** Asks how the user wants to connect. */
export function ModeStep({ wants, onChange }: { readonly wants: AccessChoice; readonly onChange: (wants: AccessChoice) => void }) {
  return <RadioCards label={setupText.titles.ways} options={accessOptions} value={wants} onChange={onChange} />;
}
