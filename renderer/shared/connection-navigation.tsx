import { describeFailure } from '../../electron/contract/failures/render-failure.ts';
import { createContext, useContext } from 'react';
import { Stethoscope, Unplug, Waypoints } from 'lucide-react';
import type { FailureCode } from '../../electron/contract/failure.ts';
import { remedyByFailure } from '../../electron/contract/failure-remedies.ts';
import type { Connection } from '../../electron/contract/connection.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Spinner } from '../ui/progress.tsx';
import { sharedText } from './text.ts';

const text = sharedText.connection;

/** Leads from any screen to the connection screen. */
export interface ConnectionNavigation {
  readonly open: () => void;
  /** Opens the screen and starts a connection check. */
  readonly check: () => void;
  /** Opens the screen and the setup of a service. */
  readonly setUp: () => void;
}

export const ConnectionNavigationContext = createContext<ConnectionNavigation | undefined>(undefined);

/** Returns the navigation. Throws outside a `ConnectionNavigationContext`. */
export function useConnectionNavigation(): ConnectionNavigation {
  const navigation = useContext(ConnectionNavigationContext);
  if (navigation === undefined) throw new Error('useConnectionNavigation is called outside of a ConnectionNavigationContext');
  return navigation;
}

/** Leads from a connection failure to the check that finds its cause. Renders nothing if a check wouldn't help. */
export function CheckConnectionButton({ code }: { readonly code: FailureCode }) {
  const { check } = useConnectionNavigation();
  if (!remedyByFailure[code].isCheckUseful) return null;
  return (
    <Button size="sm" icon={<Stethoscope aria-hidden />} onClick={check}>
      {text.check}
    </Button>
  );
}

/** Replaces a screen's content while there is no connection. */
export function ConnectionEmptyState({
  connection,
  whileStarting,
}: {
  readonly connection: Exclude<Connection, { state: 'ready' }>;
  /** What the user can do on this screen meanwhile. */
  readonly whileStarting: string;
}) {
  const { open } = useConnectionNavigation();
  if (connection.state === 'starting')
    return (
      <EmptyState icon={<Waypoints aria-hidden />} title={text.connectingTitle} actions={<Spinner label={text.connecting} />}>
        {whileStarting}
      </EmptyState>
    );
  return (
    <EmptyState
      icon={<Unplug aria-hidden />}
      title={text.failedTitle}
      actions={
        <Button variant="primary" onClick={open}>
          {text.open}
        </Button>
      }
    >
      <p>{describeFailure(connection.failure).message}</p>
      <p>{describeFailure(connection.failure).remedy}</p>
    </EmptyState>
  );
}
