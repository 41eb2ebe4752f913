import { RotateCw, Square } from 'lucide-react';
import type { ReadyConnection } from '../../../electron/contract/connection.ts';
import { connectionStateText, describeTunnelProblem, describeTunnel } from '../../../electron/presentation/connection-text.ts';
import { useSession } from '../../state/session.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { SegmentedControl } from '../../ui/radio-group.tsx';
import { ConnectionFailure, RemedyButton, type RemedyRunner } from '../remedies.tsx';
import { hasCountdown } from '../../../electron/presentation/connection-path.ts';
import { useCurrentSecond } from '../use-current-second.ts';
import { connectionText, tunnelText } from '../text.ts';
import { describeFailure } from '../../../electron/contract/failures/render-failure.ts';
import { useEffect, useEffectEvent, useState } from 'react';
import { useEvent } from '../../bridge/bridge.ts';
import { useQuery } from '../../state/query.ts';
import { DescriptionList } from '../../ui/description-list.tsx';
import { FailureMessage } from '../../ui/failure-message.tsx';
import { formatBytes, formatDuration, formatMilliseconds, formatTime } from '../../shared/format.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useAction } from '../use-action.ts';

/** State, activity and controls of the tunnel. */
export function TunnelPanel({
  connection,
  onAddInstance,
  onRemedy,
}: {
  readonly connection: ReadyConnection;
  readonly onAddInstance: () => void;
  readonly onRemedy: RemedyRunner;
}) {
  const { bridge, attempt } = useSession();
  const now = useCurrentSecond(hasCountdown(connection));
  const { tunnel, profile, direct } = connection;
  if (tunnel === null) {
    return (
      <EmptyState
        title={tunnelText.none.title}
        size="sm"
        actions={
          profile.isDemo ? undefined : (
            <Button variant="primary" onClick={onAddInstance}>
              {connectionText.addInstance}
            </Button>
          )
        }
      >
        {tunnelText.none.hint}
      </EmptyState>
    );
  }
  const failure = tunnel.state.kind === 'failed' || tunnel.state.kind === 'waiting-to-retry' ? tunnel.state.failure : undefined;
  return (
    <section aria-labelledby="tunnel-heading" className="connection-panel stack">
      <header className="connection-head row wrap">
        <div>
          <h2 id="tunnel-heading">{tunnelText.title(tunnel.instance)}</h2>
          <p className="muted small">{tunnelText.hint}</p>
          <p className="tunnel-text">{describeTunnelProblem(tunnel.state, now) ?? describeTunnel({ ...tunnel, earlierAnswers: 0 }, now)}</p>
          {tunnel.earlierAnswers > 0 && <p className="tunnel-text">{connectionStateText.earlierAnswers(tunnel.earlierAnswers)}</p>}
        </div>
        <div className="connection-actions row wrap">
          <Button icon={<RotateCw aria-hidden />} onClick={() => void attempt(bridge.call('tunnel.reconnect'))}>
            {tunnel.state.kind === 'stopped' || tunnel.state.kind === 'idle' ? tunnelText.start : tunnelText.reconnect}
          </Button>
          <Button
            icon={<Square aria-hidden />}
            isDisabled={tunnel.state.kind === 'stopped'}
            onClick={() => void attempt(bridge.call('tunnel.stop'))}
          >
            {tunnelText.stop}
          </Button>
        </div>
      </header>
      {failure !== undefined && (
        <ConnectionFailure failure={failure}>
          {failure.code === 'host-key-changed' && <RemedyButton action="confirm-new-instance" hasInstance onRemedy={onRemedy} />}
          {failure.reason === 'needs-system-ssh' && <RemedyButton action="use-system-ssh" hasInstance onRemedy={onRemedy} />}
        </ConnectionFailure>
      )}
      {!profile.isDemo && (
        <div className="tunnel-route row wrap">
          <span className="ui-field-label" aria-hidden>
            {tunnelText.route.label}
          </span>
          <SegmentedControl
            label={tunnelText.route.label}
            options={(['auto', 'tunnel', 'straight'] as const).map((value) => ({ value, label: tunnelText.route.options[value] }))}
            value={direct.wanted}
            onChange={(directRoute) => void attempt(bridge.call('profiles.change', { id: profile.id, change: { directRoute } }))}
          />
          <p>{direct.why}</p>
        </div>
      )}
      <TunnelActivityView />
    </section>
  );
}

const pollIntervalMs = 1000;
const { facts } = tunnelText;
const stateTexts: Readonly<Record<string, string>> = tunnelText.states;

/** Traffic and state changes of the tunnel. Renders nothing until they are read. */
function TunnelActivityView() {
  const { activity, failure } = useTunnelActivity();
  if (!activity) return failure === undefined ? null : <FailureMessage failure={describeFailure(failure)} />; // Read again by the timer.
  const items = [
    [facts.uptime, activity.uptimeMs === 0 ? facts.notConnected : formatDuration(activity.uptimeMs)],
    [
      facts.roundTrip,
      activity.roundTripMs === null || activity.uptimeMs === 0 ? facts.notMeasured : formatMilliseconds(activity.roundTripMs),
    ],
    [facts.received, formatBytes(activity.received)],
    [facts.sent, formatBytes(activity.sent)],
    [facts.openConnections, String(activity.openChannels)],
    [facts.reconnects, String(activity.reconnects)],
  ] as const;
  return (
    <>
      <DescriptionList items={items} layout="tiles" />
      {activity.notes.length > 0 && (
        <>
          <h3>{tunnelText.unsupportedOptions}</h3>
          <ul className="tunnel-notes">
            {activity.notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </>
      )}
      <h3 id="tunnel-history">{tunnelText.activity}</h3>
      {activity.changes.length === 0 ? (
        <p className="muted small">{tunnelText.noActivity}</p>
      ) : (
        <ol className="tunnel-history" aria-labelledby="tunnel-history">
          {activity.changes.toReversed().map(({ at, state, cause }, index) => (
            <li key={`${at}-${activity.changes.length - index}`}>
              <time>{formatTime(at)}</time>
              <span>{stateTexts[state] ?? state}</span>
              <span>{cause}</span>
            </li>
          ))}
        </ol>
      )}
    </>
  );
}

/** Reads the tunnel's activity every second, and at once when the connection changes. */
function useTunnelActivity() {
  const { bridge } = useSession();
  const { value, failure, reload } = useQuery('tunnel', (signal) => bridge.call('tunnel.read', undefined, { signal }));
  useEvent(bridge.on, 'connection.changed', () => reload());
  const refresh = useEffectEvent(reload);
  useEffect(() => {
    const timer = setInterval(() => refresh(), pollIntervalMs);
    return () => clearInterval(timer);
  }, []);
  return { activity: value, failure };
}

/** Accepts a changed host key if its fingerprint matches the one in the cloud's console. */
export function NewInstanceDialog({ onClose }: { readonly onClose: () => void }) {
  const { bridge } = useSession();
  const { isBusy, failure, run } = useAction();
  const [fingerprint, setFingerprint] = useState('');
  const [commands, setCommands] = useState<readonly string[]>();
  const confirm = async () => {
    const cleanupCommands = await run((signal) =>
      bridge.call('tunnel.confirmNewInstance', { fingerprint: fingerprint.trim() }, { signal }),
    );
    if (cleanupCommands === undefined) return;
    if (cleanupCommands.length === 0) onClose();
    else setCommands(cleanupCommands);
  };
  if (commands !== undefined) return <OldKeys commands={commands} onClose={onClose} />;
  return (
    <FormDialog
      title={tunnelText.newInstance.title}
      description={tunnelText.newInstance.hint}
      saveLabel={tunnelText.newInstance.confirm}
      canSave={fingerprint.trim() !== ''}
      isBusy={isBusy}
      failure={failure && describeFailure(failure)}
      onSave={() => void confirm()}
      onClose={onClose}
    >
      <TextField
        label={tunnelText.newInstance.fingerprint}
        placeholder={tunnelText.newInstance.placeholder}
        spellCheck={false}
        value={fingerprint}
        onChange={setFingerprint}
      />
    </FormDialog>
  );
}

/** Commands that remove the old key from the user's own known_hosts files, which Causeway doesn't change. */
function OldKeys({ commands, onClose }: { readonly commands: readonly string[]; readonly onClose: () => void }) {
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={tunnelText.oldKeys.title}
      description={tunnelText.oldKeys.hint}
      actions={
        <Button variant="primary" onClick={onClose}>
          {tunnelText.oldKeys.close}
        </Button>
      }
    >
      <ScrollRegion className="connection-code tiny" label={tunnelText.oldKeys.commands}>
        <pre>{commands.join('\n')}</pre>
      </ScrollRegion>
    </Dialog>
  );
}
