import { CircleAlert } from 'lucide-react';
import './failure-message.css';

/** What went wrong and the one thing to do, beside what caused it. */
export function FailureMessage({ failure }: { readonly failure: { readonly message: string; readonly remedy: string } }) {
  return (
    <div className="ui-failure" role="alert">
      <CircleAlert aria-hidden />
      <p>
        {failure.message} <span className="ui-failure-remedy">{failure.remedy}</span>
      </p>
    </div>
  );
}
