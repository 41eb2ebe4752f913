import { CircleAlert } from 'lucide-react';
import type { Failure } from '../../electron/contract/failure.ts';
import './failure-words.css';

/** What went wrong and the one thing to do, beside what caused it. */
export function FailureWords({ failure }: { readonly failure: Failure }) {
  return (
    <div className="failure-words" role="alert">
      <CircleAlert aria-hidden />
      <p>
        {failure.message} <span className="failure-words-remedy">{failure.remedy}</span>
      </p>
    </div>
  );
}
