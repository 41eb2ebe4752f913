import { createContext, useContext } from 'react';
import { Stethoscope, Unplug, Waypoints } from 'lucide-react';
import type { FailureCode } from '../../electron/contract/failure.ts';
import { remedyByFailure } from '../../electron/contract/failure-remedies.ts';
import type { Connection } from '../../electron/contract/connection.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Spinner } from '../ui/progress.tsx';

/** The way from any screen to the connection's own. */
export interface ConnectionNavigation {
  readonly open: () => void;
  /** Goes there and has the way checked, step by step. */
  readonly check: () => void;
}

/** Carries it down the tree. */
export const ConnectionNavigationContext = createContext<ConnectionNavigation | undefined>(undefined);

/** The door; only below its provider. */
export function useConnectionNavigation(): ConnectionNavigation {
  const door = useContext(ConnectionNavigationContext);
  if (door === undefined) throw new Error('the connection’s screen is looked for outside of a ConnectionDoorContext');
  return door;
}

/** Leads from a failure on the way to the check that finds its cause; nothing where no check would. */
export function CheckConnectionButton({ code }: { readonly code: FailureCode }) {
  const { check } = useConnectionNavigation();
  if (!remedyByFailure[code].isForCheck) return null;
  return (
    <Button size="sm" icon={<Stethoscope aria-hidden />} onClick={check}>
      Check the connection
    </Button>
  );
}

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
