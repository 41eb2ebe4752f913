import { useEffect, useState } from 'react';
import { formatSpan } from './answer-stats.ts';

/** The time since a moment of the page's own clock, in whole seconds, as it passes. */
export function Elapsed({ since }: { readonly since: number }) {
  const [now, setNow] = useState(() => performance.now());
  useEffect(() => {
    const timer = setInterval(() => {
      setNow(performance.now());
    }, 1000);
    return () => {
      clearInterval(timer);
    };
  }, []);
  return <span className="elapsed">{formatSpan(now - since)}</span>;
}
