import { Waypoints } from 'lucide-react';
import { EmptyState } from '../ui/empty-state.tsx';

/** The road to the service. This build knows none, and says so. */
export function ConnectionScreen() {
  return (
    <EmptyState icon={<Waypoints aria-hidden />} title="Nothing to connect to yet">
      This build of Causeway has no services, tokens or tunnels to set up.
    </EmptyState>
  );
}
