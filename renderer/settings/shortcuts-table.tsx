import { Kbd } from '../ui/kbd.tsx';
import { SettingsSection } from './settings-section.tsx';

/** One command and the keys that run it. */
export interface ShortcutRow {
  readonly title: string;
  readonly keys: readonly string[];
}

/** Which keys do what. */
export function ShortcutsTable({ rows }: { readonly rows: readonly ShortcutRow[] }) {
  return (
    <SettingsSection title="Keyboard shortcuts">
      <table className="settings-table" aria-label="Keyboard shortcuts">
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
    </SettingsSection>
  );
}
