import { useEffect, useState } from 'react';
import type { Model } from '../../../electron/contract/catalog.ts';
import type { Connection, ReadyConnection, TunnelPhase } from '../../../electron/contract/connection.ts';
import { ok } from '../../../electron/contract/failure.ts';
import type { Profile } from '../../../electron/contract/profile.ts';
import { describeConnectionProblem } from '../../../electron/contract/connection-path.ts';
import { useConnectionNavigation } from '../../shared/connection-navigation.tsx';
import { useSession } from '../../state/session.ts';
import { useStore } from '../../state/store.ts';
import { Button } from '../../ui/button.tsx';
import { Spinner } from '../../ui/progress.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { FailureRetry, FailureMessage } from '../../ui/failure-message.tsx';
import { CurrentPath } from '../path/path-view.tsx';
import { useAction } from '../use-action.ts';

/** What the way in use offers. */
function modelsThere({ models, mode }: ReadyConnection): readonly Model[] {
  return models.filter(({ presence }) => presence[mode] !== 'gone');
}

/** Where the tunnel stands that the way in use goes through. */
function tunnelKind({ mode, direct, tunnel }: ReadyConnection): TunnelPhase['kind'] | undefined {
  return mode === 'direct' && direct.now !== 'straight' ? tunnel?.state.kind : undefined;
}

/** Whether the last step is over: the way to this profile's service is open, and there is a model to ask. */
export function isConnectedTo(connection: Connection, profileId: string | null): boolean {
  if (connection.state !== 'ready' || connection.profile.id !== profileId || connection.isRefreshing) return false;
  return describeConnectionProblem(connection, 0) === undefined && modelsThere(connection).length > 0;
}

/** The last step: the profile is put to use, the tunnel comes up before one's eyes, and the models are told. */
export function ConnectStep({ profile, onClose }: { readonly profile: Profile; readonly onClose: () => void }) {
  const { bridge, connection: store, attempt } = useSession();
  const connection = useStore(store);
  const { isBusy, failure, run } = useAction();
  const { id } = profile;
  const activate = () => run((signal) => bridge.call('profiles.activate', { id }, { signal }));
  useEffect(() => {
    void activate();
    // once for this profile; `activate` is new at every drawing
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [bridge, id]);

  const isWaiting = connection.state === 'ready' && connection.profile.id === id && tunnelKind(connection) === 'idle';
  useEffect(() => {
    // Nothing asks for it while no segment is known, and whether the instance lets in is worth knowing before.
    if (isWaiting) void attempt(bridge.call('tunnel.reconnect'));
  }, [attempt, bridge, isWaiting]);

  if (failure !== undefined) return <FailureRetry failure={failure} isBusy={isBusy} onRetry={() => void activate()} />;
  if (connection.state === 'failed' && connection.chosen?.profile.id === id)
    return (
      <>
        <FailureMessage failure={connection.failure} />
        <TryAgain hasTunnel={false} onClose={undefined} />
      </>
    );
  if (connection.state !== 'ready' || connection.profile.id !== id) return <Spinner label="Switching to the service…" />;
  const there = modelsThere(connection);
  const isInTrouble = describeConnectionProblem(connection, 0) !== undefined;
  const isComingUp = ['idle', 'connecting', 'waiting-for-user'].includes(tunnelKind(connection) ?? '');
  return (
    <>
      <CurrentPath connection={connection} />
      {connection.isRefreshing && <Spinner label="Asking for the models…" />}
      {!connection.isRefreshing && isInTrouble && (
        <TryAgain hasTunnel={connection.mode === 'direct' && connection.tunnel !== null} onClose={onClose} />
      )}
      {!connection.isRefreshing && !isInTrouble && !isComingUp && there.length === 0 && <AddSegment profile={profile} />}
      {there.length > 0 && (
        <output>
          {there.length === 1 ? 'One model' : `${there.length} models`}: {there.map((model) => model.id).join(', ')}.
        </output>
      )}
    </>
  );
}

/** Walks the road once more, when what was wrong with it is mended. */
function TryAgain({
  hasTunnel,
  onClose,
}: {
  readonly hasTunnel: boolean;
  /** Leaves for the check; undefined where none can be made. */ readonly onClose: (() => void) | undefined;
}) {
  const { bridge } = useSession();
  const { check } = useConnectionNavigation();
  const { isBusy, failure, run } = useAction();
  const again = () =>
    run(async (signal) => {
      const dialled = hasTunnel ? await bridge.call('tunnel.reconnect', undefined, { signal }) : ok(undefined);
      return dialled.ok ? bridge.call('connection.refresh', undefined, { signal }) : dialled;
    });
  return (
    <>
      {failure !== undefined && <FailureMessage failure={failure} />}
      <div className="connection-actions">
        <Button variant="primary" isDisabled={isBusy} onClick={() => void again()}>
          Try again
        </Button>
        {onClose !== undefined && (
          <Button
            onClick={() => {
              onClose();
              check();
            }}
          >
            Close and check the connection
          </Button>
        )}
      </div>
    </>
  );
}

/** A service does not tell its segments, so the first one is asked for where nothing else names a model. */
function AddSegment({ profile }: { readonly profile: Profile }) {
  const { bridge } = useSession();
  const { isBusy, failure, run } = useAction();
  const [segment, setSegment] = useState('');
  const add = () =>
    run(async (signal) => {
      const entry = { segment: segment.trim(), engine: 'unknown', models: [] } as const;
      const added = await bridge.call('catalog.putEntry', { profileId: profile.id, entry, replaces: null }, { signal });
      return added.ok ? bridge.call('connection.refresh', undefined, { signal }) : added;
    });
  return (
    <form
      ref={focusFirst}
      className="ui-form"
      onSubmit={(event) => {
        event.preventDefault();
        void add();
      }}
    >
      <TextField
        label="No model is known yet. Which segment has one?"
        description={`The part of a direct address between ${profile.service.baseUrl} and /v1; the service’s documentation names it.`}
        spellCheck={false}
        value={segment}
        onChange={setSegment}
      />
      {failure !== undefined && <FailureMessage failure={failure} />}
      <div className="connection-actions">
        <Button variant="primary" type="submit" isDisabled={segment.trim() === '' || isBusy}>
          Add and ask
        </Button>
      </div>
    </form>
  );
}

/** Puts the focus where the answer is expected: what had it went with the step before. For a `ref`. */
export function focusFirst(content: HTMLElement | null): void {
  content?.querySelector<HTMLElement>('input:not([type="hidden"]), [role="radio"][tabindex="0"]')?.focus();
}
