import { CircleAlert, CircleCheck, CircleDashed, CircleDot, LoaderCircle, type LucideIcon } from 'lucide-react';
import type { ReadyConnection } from '../../../electron/contract/connection.ts';
import { FailureWords } from '../failure-words.tsx';
import { useNow } from '../use-now.ts';
import './road-view.css';
import { isCounting, roadsOf, type Station, type StationState } from './stations.ts';

const icons: Readonly<Record<StationState, LucideIcon>> = {
  good: CircleCheck,
  busy: LoaderCircle,
  bad: CircleAlert,
  idle: CircleDashed,
  unused: CircleDot,
};

/** The road to the engines as a line of stations, each with its state in words. */
export function RoadView({ connection }: { readonly connection: ReadyConnection }) {
  const now = useNow(isCounting(connection));
  const { direct, proxy } = roadsOf(connection, now);
  const troubles = [...direct, ...proxy].flatMap(({ trouble }) => (trouble ? [trouble] : []));
  const [first] = troubles;
  return (
    <section aria-labelledby="road-heading" className="road">
      <h2 id="road-heading">The road</h2>
      <Line label="Direct" isUsed={connection.mode === 'direct'} stations={direct} />
      <Line label="Proxy" isUsed={connection.mode === 'proxy'} stations={proxy} />
      {first !== undefined && <FailureWords failure={first} />}
    </section>
  );
}

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
