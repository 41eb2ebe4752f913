import { Unplug, Waypoints } from 'lucide-react';
import type { Connection } from '../../electron/contract/connection.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { useConnectionNavigation } from './connection-navigation.ts';

/** What a screen shows instead of itself while there is no connection. */
export function ConnectionEmptyState({
  connection,
  whileStarting,
}: {
  readonly connection: Exclude<Connection, { state: 'ready' }>;
  /** What can be done on this screen meanwhile. */
  readonly whileStarting: string;
}) {
  const { open } = useConnectionNavigation();
  if (connection.state === 'starting')
    return (
      <EmptyState icon={<Waypoints aria-hidden />} title="Connecting" actions={<Spinner label="Starting the connection…" />}>
        {whileStarting}
      </EmptyState>
    );
  return (
    <EmptyState
      icon={<Unplug aria-hidden />}
      title="No connection"
      actions={
        <Button variant="primary" onClick={open}>
          Go to Connection
        </Button>
      }
    >
      <p>{connection.failure.message}</p>
      <p>{connection.failure.remedy}</p>
    </EmptyState>
  );
}
