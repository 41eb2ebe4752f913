import type { ReactNode } from 'react';
import { ScrollRegion } from '../ui/scroll-region.tsx';

/** A table that scrolls if it is large. The headings of its rows, which are their first cells, are numbers of lines or names of figures. */
export function RunTable({
  label,
  kind,
  heading,
  columns,
  rows,
}: {
  readonly label: string;
  readonly kind: 'lines' | 'figures';
  /** The title of the first column. */
  readonly heading: string;
  /** The titles of the others. */
  readonly columns: readonly string[];
  readonly rows: readonly { readonly key: string; readonly cells: readonly ReactNode[] }[];
}) {
  return (
    <ScrollRegion label={label} className="run-table-scroll">
      <table className="run-table small" data-kind={kind}>
        <thead>
          <tr>
            <th scope="col">{heading}</th>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells }) => (
            <tr key={key}>
              <th scope="row">{cells[0]}</th>
              {columns.map((column, index) => (
                <td key={column}>{cells[index + 1]}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}
