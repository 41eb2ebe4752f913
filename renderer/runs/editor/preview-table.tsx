import { ScrollRegion } from '../../ui/scroll-region.tsx';
import { runEditorText } from './text.ts';

const maxColumns = 40;

/** Shows the first rows of a table. */
export function PreviewTable({
  label,
  columns,
  rows,
  numberHeading,
  note,
}: {
  readonly label: string;
  readonly columns: readonly string[];
  readonly rows: readonly { readonly number: number; readonly values: Readonly<Record<string, string>> }[];
  readonly numberHeading: string;
  readonly note: string;
}) {
  const shown = columns.slice(0, maxColumns);
  return (
    <div>
      <ScrollRegion label={label} className="run-table-scroll">
        <table className="run-table small">
          <thead>
            <tr>
              <th scope="col" className="run-line">
                {numberHeading}
              </th>
              {shown.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ number, values }) => (
              <tr key={number}>
                <th scope="row" className="run-line">
                  {number}
                </th>
                {shown.map((column) => (
                  <td key={column}>{(values[column] ?? '').slice(0, 200)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      <p className="muted small">
        {[note, ...(columns.length > maxColumns ? [runEditorText.data.wide(maxColumns, columns.length)] : [])].join('. ')}
      </p>
    </div>
  );
}
