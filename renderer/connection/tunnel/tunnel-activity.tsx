import { useEffect, useState, type Dispatch, type SetStateAction } from 'react';
import type { TunnelActivity } from '../../../electron/contract/connection.ts';
import type { Failure } from '../../../electron/contract/failure.ts';
import { type TypedBridge, useEvent } from '../../bridge/bridge.ts';
import { useSession } from '../../state/session.ts';
import { DescriptionList } from '../../ui/description-list.tsx';
import { FailureMessage } from '../../ui/failure-message.tsx';
import { formatBytes, formatDuration, formatTime } from '../../shared/format.ts';

const lookEveryMs = 1000;
const stateWords: Readonly<Record<string, string>> = {
  connecting: 'connecting',
  'waiting-for-user': 'asks you',
  ready: 'up',
  suspect: 'in doubt',
  'waiting-to-retry': 'waits',
  failed: 'failed',
  idle: 'down until needed',
  stopped: 'stopped',
};

/** What the tunnel has done; nothing until that is known. */
export function TunnelActivityView() {
  const { record, failure } = useRecord();
  if (record === null) return failure === undefined ? null : <FailureMessage failure={failure} />; // it is asked for again by itself
  const facts = [
    ['Up for', record.uptimeMs === 0 ? 'not up' : formatDuration(record.uptimeMs)],
    ['Round trip', record.roundTripMs === null || record.uptimeMs === 0 ? 'not measured' : `${Math.round(record.roundTripMs)} ms`],
    ['Received', formatBytes(record.received)],
    ['Sent', formatBytes(record.sent)],
    ['Open connections', String(record.openChannels)],
    ['Reconnects', String(record.reconnects)],
  ] as const;
  return (
    <>
      <DescriptionList facts={facts} layout="tiles" />
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
              <time>{formatTime(at)}</time>
              <span>{stateWords[state] ?? state}</span>
              <span>{cause}</span>
            </li>
          ))}
        </ol>
      )}
    </>
  );
}

interface Known {
  readonly record: TunnelActivity | null;
  readonly failure: Failure | undefined;
}

/** What the tunnel has done, asked for again while it is looked at, and at once when the connection is another. */
function useRecord(): Known {
  const { bridge } = useSession();
  const [known, setKnown] = useState<Known>({ record: null, failure: undefined });
  useEvent(bridge.on, 'connection.changed', () => void look(bridge, setKnown));
  useEffect(() => {
    const controller = new AbortController();
    const lookAgain = () => void look(bridge, setKnown, controller.signal);
    lookAgain();
    const timer = setInterval(lookAgain, lookEveryMs);
    return () => {
      clearInterval(timer);
      controller.abort();
    };
  }, [bridge]);
  return known;
}

async function look({ call }: TypedBridge, setKnown: Dispatch<SetStateAction<Known>>, signal?: AbortSignal): Promise<void> {
  const result = await call('tunnel.read', undefined, { signal });
  if (result.ok) setKnown({ record: result.value, failure: undefined });
  else if (result.failure.code !== 'cancelled') setKnown(({ record }) => ({ record, failure: result.failure }));
}
