import { Unplug, Waypoints } from 'lucide-react';
import type { Connection } from '../../electron/contract/connection.ts';
import type { Mode } from '../../electron/contract/profile.ts';
import { modeTitles } from '../state/connection-words.ts';
import { useSession } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { Spinner } from '../ui/spinner.tsx';
import './connection-screen.css';
import { ModelsTable } from './models-table.tsx';

/** The road to the service: what it is now. Nothing of it can be changed in this build. */
export function ConnectionScreen() {
  const connection = useStore(useSession().connection);
  switch (connection.state) {
    case 'starting':
      return (
        <EmptyState icon={<Waypoints aria-hidden />} title="The demo is starting" actions={<Spinner label="Starting the demo…" />}>
          It runs on this computer and needs no network.
        </EmptyState>
      );
    case 'failed':
      return (
        <EmptyState icon={<Unplug aria-hidden />} title="No connection">
          <p>{connection.failure.message}</p>
          <p>{connection.failure.remedy}</p>
        </EmptyState>
      );
    case 'ready':
      return <Ready connection={connection} />;
  }
}

const modeWords: Readonly<Record<Mode, string>> = {
  proxy: 'requests go to the web chat’s front end, which relays them to the engines.',
  direct: 'requests go to the engines themselves.',
};

function Ready({ connection: { profile, mode, models } }: { readonly connection: Extract<Connection, { state: 'ready' }> }) {
  return (
    <div className="connection">
      <section aria-labelledby="service-heading">
        <h2 id="service-heading">Service</h2>
        <dl className="connection-facts">
          <div>
            <dt>Profile</dt>
            <dd>
              {profile.name}
              {profile.isDemo && ': built in, runs on this computer; answers are made by rules, no model is running.'}
            </dd>
          </div>
          <div>
            <dt>Way in</dt>
            <dd>
              {modeTitles[mode]}: {modeWords[mode]}
            </dd>
          </div>
        </dl>
        <p className="connection-words">Other services, tokens and tunnels can’t be set up in this build yet.</p>
      </section>
      <ModelsTable models={models} />
    </div>
  );
}
