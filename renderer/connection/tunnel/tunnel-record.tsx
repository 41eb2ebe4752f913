import { useEffect, useState } from 'react';
import type { TunnelRecord } from '../../../electron/contract/connection.ts';
import type { Failure } from '../../../electron/contract/failure.ts';
import { useSession } from '../../state/session.ts';
import { Facts } from '../../ui/facts.tsx';
import { FailureWords } from '../../ui/failure-words.tsx';
import { bytesWords, durationWords, timeWords } from '../quantity-words.ts';

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
export function TunnelRecordView() {
  const { record, failure } = useRecord();
  if (record === null) return failure === undefined ? null : <FailureWords failure={failure} />; // it is asked for again by itself
  const facts = [
    ['Up for', record.uptimeMs === 0 ? 'not up' : durationWords(record.uptimeMs)],
    ['Round trip', record.roundTripMs === null || record.uptimeMs === 0 ? 'not measured' : `${Math.round(record.roundTripMs)} ms`],
    ['Received', bytesWords(record.received)],
    ['Sent', bytesWords(record.sent)],
    ['Open connections', String(record.openChannels)],
    ['Reconnects', String(record.reconnects)],
  ] as const;
  return (
    <>
      <Facts facts={facts} layout="tiles" />
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
              <span>{stateWords[state] ?? state}</span>
              <span>{cause}</span>
            </li>
          ))}
        </ol>
      )}
    </>
  );
}

/** What the tunnel has done, asked for again while it is looked at. */
function useRecord(): { readonly record: TunnelRecord | null; readonly failure: Failure | undefined } {
  const { bridge } = useSession();
  const [record, setRecord] = useState<TunnelRecord | null>(null);
  const [failure, setFailure] = useState<Failure>();
  useEffect(() => {
    const controller = new AbortController();
    const look = async () => {
      const result = await bridge.call('tunnel.read', undefined, { signal: controller.signal });
      if (result.ok) setRecord(result.value);
      setFailure(result.ok || result.failure.code === 'cancelled' ? undefined : result.failure);
    };
    void look();
    const timer = setInterval(() => void look(), lookEveryMs);
    return () => {
      clearInterval(timer);
      controller.abort();
    };
  }, [bridge]);
  return { record, failure };
}
