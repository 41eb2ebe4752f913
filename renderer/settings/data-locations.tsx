import { useEffect, useState } from 'react';
import type { RouteOutput } from '../../electron/contract/routes.ts';
import { useSession } from '../state/session.ts';
import { DescriptionList } from '../ui/description-list.tsx';
import { SettingsSection } from './settings-section.tsx';

/** Where everything of the user's is kept, so that it can be found, moved or deleted. */
export function DataLocations() {
  const { bridge, report } = useSession();
  const [places, setPlaces] = useState<RouteOutput<'app.places'>>([]);
  useEffect(() => {
    const controller = new AbortController();
    const read = async () => {
      const result = await bridge.call('app.places', undefined, { signal: controller.signal });
      if (result.ok) setPlaces(result.value);
      else report(result.failure);
    };
    void read();
    return () => {
      controller.abort();
    };
  }, [bridge, report]);
  return (
    <SettingsSection title="Where are my data?">
      <DescriptionList facts={places.map(({ what, where }) => [what, where])} />
    </SettingsSection>
  );
}
