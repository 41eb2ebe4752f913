import { useEffect, useState } from 'react';
import type { RouteOutput } from '../../electron/contract/routes.ts';
import { useSession } from '../state/session.ts';

/** Where everything of the user's is kept, so that it can be found, moved or deleted. */
export function Places() {
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
    <section aria-labelledby="places-heading">
      <h2 id="places-heading">Where are my data?</h2>
      <dl className="settings-facts">
        {places.map(({ what, where }) => (
          <div key={`${what} ${where}`}>
            <dt>{what}</dt>
            <dd>{where}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
