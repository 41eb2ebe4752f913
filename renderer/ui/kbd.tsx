import './kbd.css';

/** Keys to press together, as caps. */
export function Kbd({ keys }: { readonly keys: readonly string[] }) {
  return (
    <span className="ui-kbd">
      {keys.map((key) => (
        <kbd key={key}>{key}</kbd>
      ))}
    </span>
  );
}
