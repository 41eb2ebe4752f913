import './progress.css';

/** Says that something goes on, in words; the moving mark is only decoration. */
export function Spinner({ label }: { readonly label: string }) {
  return (
    <output className="ui-spinner">
      <span className="ui-spinner-mark" aria-hidden />
      {label}
    </output>
  );
}
