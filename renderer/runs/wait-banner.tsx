import { failureSentences } from '../../electron/contract/failures/render-failure.ts';
import { useEffect, useState } from 'react';
import type { RunWait } from '../../electron/contract/runs.ts';
import { CheckConnectionButton } from '../shared/connection-navigation.tsx';
import { Banner } from '../ui/banner.tsx';
import { runsText } from './text.ts';

/** Shows why a running run waits. */
export function WaitBanner({ wait: { reason, failure, until } }: { readonly wait: RunWait }) {
  const seconds = useSecondsUntil(until);
  return (
    <Banner tone={reason === 'busy' ? 'info' : 'warning'} title={runsText.waits[reason]}>
      {failure !== null && <p>{failureSentences(failure, { surface: 'window' })}</p>}
      <p>
        {reason === 'storage' ? runsText.waits.unsaved : runsText.waits.saved}{' '}
        {seconds > 0 && <span aria-live="off">{runsText.waits.until(seconds)}</span>}
      </p>
      {failure !== null && <CheckConnectionButton code={failure.code} />}
    </Banner>
  );
}

function useSecondsUntil(until: number | null): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (until === null) return undefined;
    const timer = setInterval(() => {
      setNow(Date.now());
    }, 1000);
    return () => {
      clearInterval(timer);
    };
  }, [until]);
  return until === null ? 0 : Math.max(0, Math.ceil((until - now) / 1000));
}
