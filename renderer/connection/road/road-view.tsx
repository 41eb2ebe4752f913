import { CircleAlert, CircleCheck, CircleDashed, CircleDot, LoaderCircle, type LucideIcon } from 'lucide-react';
import type { ReadyConnection } from '../../../electron/contract/connection.ts';
import { modeTitles } from '../../state/connection-words.ts';
import { useSession } from '../../state/session.ts';
import { Button } from '../../ui/button.tsx';
import { FailureWords } from '../../ui/failure-words.tsx';
import { remedyTitles } from '../diagnosis/remedies.ts';
import { useNow } from '../use-now.ts';
import './road-view.css';
import { isCounting, roadsOf, type Roads, type Station, type StationState } from './stations.ts';

const icons: Readonly<Record<StationState, LucideIcon>> = {
  good: CircleCheck,
  busy: LoaderCircle,
  bad: CircleAlert,
  idle: CircleDashed,
  unused: CircleDot,
};

/** Both roads to the engines, and what is wrong with the one in use. */
export function RoadView({ connection }: { readonly connection: ReadyConnection }) {
  const { direct, proxy } = useRoads(connection);
  return (
    <section aria-labelledby="road-heading" className="connection-panel">
      <h2 id="road-heading">The road</h2>
      <Line label="Direct" isUsed={connection.mode === 'direct'} stations={direct} />
      <Line label="Proxy" isUsed={connection.mode === 'proxy'} stations={proxy} />
      <Trouble stations={connection.mode === 'direct' ? direct : proxy} />
      {connection.mode === 'direct' && connection.tunnel?.state.kind === 'stopped' && <StartTunnel />}
    </section>
  );
}

/** The road in use alone. */
export function RoadInUse({ connection }: { readonly connection: ReadyConnection }) {
  const stations = useRoads(connection)[connection.mode];
  return (
    <>
      <Line label={modeTitles[connection.mode]} isUsed stations={stations} />
      <Trouble stations={stations} />
    </>
  );
}

function useRoads(connection: ReadyConnection): Roads {
  return roadsOf(connection, useNow(isCounting(connection)));
}

/** The first trouble on the way; what comes after it is most often its consequence. */
function Trouble({ stations }: { readonly stations: readonly Station[] }) {
  const trouble = stations.find((station) => station.trouble !== null)?.trouble;
  return trouble ? <FailureWords failure={trouble} /> : null;
}

/** A tunnel that was stopped stays so until it is started by hand. */
function StartTunnel() {
  const { bridge, attempt } = useSession();
  return (
    <div>
      <Button variant="primary" onClick={() => void attempt(bridge.call('tunnel.reconnect'))}>
        {remedyTitles['start-tunnel']}
      </Button>
    </div>
  );
}

/** A road as a line of stations, each with its state in words. */
function Line({ label, isUsed, stations }: { readonly label: string; readonly isUsed: boolean; readonly stations: readonly Station[] }) {
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

function StationView({ station: { title, state, words, latencyMs } }: { readonly station: Station }) {
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
