import { RotateCw, Square } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { ReadyConnection, TunnelRecord } from '../../../electron/contract/connection.ts';
import type { Result } from '../../../electron/contract/failure.ts';
import type { DirectRoute } from '../../../electron/contract/profile.ts';
import { useSession } from '../../state/session.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { bytesWords, durationWords, timeWords } from '../quantity-words.ts';
import { isCounting } from '../road/stations.ts';
import { useNow } from '../use-now.ts';
import { tunnelWords } from '../../../electron/contract/way-words.ts';
import './tunnel-panel.css';

const lookEveryMs = 1000;
const routeTitles: Readonly<Record<DirectRoute, string>> = { auto: 'Find out', tunnel: 'Always the tunnel', straight: 'Never the tunnel' };

/** The tunnel: what it is doing, what it has done, and the hand on its switch. */
export function TunnelPanel({ connection, onAddInstance }: { readonly connection: ReadyConnection; readonly onAddInstance: () => void }) {
  const { bridge, report } = useSession();
  const record = useRecord();
  const now = useNow(isCounting(connection));
  const { tunnel, profile, direct } = connection;
  const tell = (result: Result<unknown>) => {
    if (!result.ok) report(result.failure);
  };
  if (tunnel === null) {
    return (
      <EmptyState
        title="No instance"
        size="sm"
        actions={
          profile.isDemo ? undefined : (
            <Button variant="primary" onClick={onAddInstance}>
              Add an instance…
            </Button>
          )
        }
      >
        The tunnel goes through a machine of yours inside the research cloud. This profile names none.
      </EmptyState>
    );
  }
  return (
    <section aria-labelledby="tunnel-heading" className="tunnel">
      <header className="tunnel-head">
        <div>
          <h2 id="tunnel-heading">Tunnel to {tunnel.instance}</h2>
          <p>{tunnelWords(tunnel, now)}</p>
        </div>
        <div className="tunnel-actions">
          <Button icon={<RotateCw aria-hidden />} onClick={() => void bridge.call('tunnel.reconnect').then(tell)}>
            {tunnel.state.kind === 'stopped' || tunnel.state.kind === 'idle' ? 'Start' : 'Reconnect now'}
          </Button>
          <Button
            icon={<Square aria-hidden />}
            isDisabled={tunnel.state.kind === 'stopped'}
            onClick={() => void bridge.call('tunnel.stop').then(tell)}
          >
            Stop
          </Button>
        </div>
      </header>
      {!profile.isDemo && (
        <div className="tunnel-route">
          <Segmented
            label="When to use the tunnel"
            options={(['auto', 'tunnel', 'straight'] as const).map((value) => ({ value, label: routeTitles[value] }))}
            value={direct.wanted}
            onChange={(directRoute) => void bridge.call('profiles.change', { id: profile.id, change: { directRoute } }).then(tell)}
          />
          <p>{direct.why}</p>
        </div>
      )}
      {record !== null && <RecordView record={record} />}
    </section>
  );
}

/** What the tunnel has done, asked for again while it is looked at. */
function useRecord(): TunnelRecord | null {
  const { bridge } = useSession();
  const [record, setRecord] = useState<TunnelRecord | null>(null);
  useEffect(() => {
    const controller = new AbortController();
    const look = async () => {
      const result = await bridge.call('tunnel.read', undefined, { signal: controller.signal });
      if (result.ok) setRecord(result.value);
    };
    void look();
    const timer = setInterval(() => void look(), lookEveryMs);
    return () => {
      clearInterval(timer);
      controller.abort();
    };
  }, [bridge]);
  return record;
}

function RecordView({ record }: { readonly record: TunnelRecord }) {
  const facts = [
    ['Up for', record.uptimeMs === 0 ? 'not up' : durationWords(record.uptimeMs)],
    ['Round trip', record.roundTripMs === null ? 'not measured' : `${Math.round(record.roundTripMs)} ms`],
    ['Received', bytesWords(record.received)],
    ['Sent', bytesWords(record.sent)],
    ['Open connections', String(record.openChannels)],
    ['Reconnects', String(record.reconnects)],
  ] as const;
  return (
    <>
      <dl className="tunnel-facts">
        {facts.map(([title, value]) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {record.notes.length > 0 && (
        <>
          <h3>In your ssh config, but not honoured</h3>
          <ul className="tunnel-notes">
            {record.notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </>
      )}
      <h3 id="tunnel-history">What happened</h3>
      {record.changes.length === 0 ? (
        <p className="connection-words">Nothing yet.</p>
      ) : (
        <ol className="tunnel-history" aria-labelledby="tunnel-history">
          {record.changes.toReversed().map(({ at, state, cause }, index) => (
            <li key={`${at}-${record.changes.length - index}`}>
              <time>{timeWords(at)}</time>
              <span>{state}</span>
              <span>{cause}</span>
            </li>
          ))}
        </ol>
      )}
    </>
  );
}
