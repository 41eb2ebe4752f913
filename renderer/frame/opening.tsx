import { Spinner } from '../ui/spinner.tsx';
import './start.css';

/** The window before its settings have arrived: empty, and with words once that takes long. */
export function Opening() {
  return (
    <main className="start">
      <h1 className="visually-hidden">Causeway</h1>
      <div className="start-late">
        <Spinner label="Opening Causeway…" />
      </div>
    </main>
  );
}
