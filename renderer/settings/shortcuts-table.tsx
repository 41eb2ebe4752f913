import { Kbd } from '../ui/kbd.tsx';

/** One command and the keys that run it. */
export interface ShortcutRow {
  readonly title: string;
  readonly keys: readonly string[];
}

/** Which keys do what. */
export function ShortcutsTable({ rows }: { readonly rows: readonly ShortcutRow[] }) {
  return (
    <section aria-labelledby="shortcuts-heading">
      <h2 id="shortcuts-heading">Keyboard shortcuts</h2>
      <table className="settings-table" aria-labelledby="shortcuts-heading">
        <thead>
          <tr>
            <th scope="col">Command</th>
            <th scope="col">Keys</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ title, keys }) => (
            <tr key={title}>
              <th scope="row">{title}</th>
              <td>
                <Kbd keys={keys} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
