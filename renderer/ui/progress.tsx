import { Progress as Base } from '@base-ui/react/progress';
import './messages.css';

/** A progress bar. `value` is null if the progress is unknown. */
export function Progress({
  label,
  value,
  max = 100,
}: {
  readonly label: string;
  readonly value: number | null;
  readonly max?: number | undefined;
}) {
  return (
    <Base.Root className="ui-progress small" value={value} max={max}>
      <Base.Label>{label}</Base.Label>
      {value !== null && <Base.Value className="ui-progress-value muted" />}
      <Base.Track className="ui-progress-track">
        <Base.Indicator className="ui-progress-indicator" />
      </Base.Track>
    </Base.Root>
  );
}

/** Says that something is in progress. The moving mark is decorative. */
export function Spinner({ label }: { readonly label: string }) {
  return (
    <output className="ui-spinner muted small">
      <span className="ui-spinner-mark" aria-hidden />
      {label}
    </output>
  );
}
