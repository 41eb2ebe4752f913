import { describeFailure } from '../../../electron/contract/failures/render-failure.ts';
import { useEffect, useState, type Dispatch, type SetStateAction } from 'react';
import type { TunnelActivity } from '../../../electron/contract/connection.ts';
import type { Failure } from '../../../electron/contract/failure.ts';
import { type TypedBridge, useEvent } from '../../bridge/bridge.ts';
import { useSession } from '../../state/session.ts';
import { DescriptionList } from '../../ui/description-list.tsx';
import { FailureMessage } from '../../ui/failure-message.tsx';
import { formatBytes, formatDuration, formatMilliseconds, formatTime } from '../../shared/format.ts';
import { tunnelText } from './text.ts';

const pollIntervalMs = 1000;
const { facts } = tunnelText;
const stateTexts: Readonly<Record<string, string>> = tunnelText.states;

/** Traffic and state changes of the tunnel. Renders nothing until they are read. */
export function TunnelActivityView() {
  const { activity, failure } = useTunnelActivity();
  if (activity === null) return failure === undefined ? null : <FailureMessage failure={describeFailure(failure)} />; // Read again by the timer.
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

interface ActivityState {
  readonly activity: TunnelActivity | null;
  readonly failure: Failure | undefined;
}

/** Reads the tunnel's activity every second, and at once when the connection changes. */
function useTunnelActivity(): ActivityState {
  const { bridge } = useSession();
  const [state, setState] = useState<ActivityState>({ activity: null, failure: undefined });
  useEvent(bridge.on, 'connection.changed', () => void readActivity(bridge, setState));
  useEffect(() => {
    const controller = new AbortController();
    const refresh = () => void readActivity(bridge, setState, controller.signal);
    refresh();
    const timer = setInterval(refresh, pollIntervalMs);
    return () => {
      clearInterval(timer);
      controller.abort();
    };
  }, [bridge]);
  return state;
}

async function readActivity({ call }: TypedBridge, setState: Dispatch<SetStateAction<ActivityState>>, signal?: AbortSignal): Promise<void> {
  const result = await call('tunnel.read', undefined, { signal });
  if (result.ok) setState({ activity: result.value, failure: undefined });
  else if (result.failure.code !== 'cancelled') setState(({ activity }) => ({ activity, failure: result.failure }));
}
