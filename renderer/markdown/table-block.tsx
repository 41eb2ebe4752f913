import type { ReactNode } from 'react';
import type { Tokens } from 'marked';
import { CopyButton } from './copy-button.tsx';
import { inlineContent } from './inline-content.tsx';
import type { Lexed } from './markdown-lexer.ts';
import type { RenderScope } from './render-scope.ts';
import { tableCsv } from './table-csv.ts';

/** A table that scrolls by itself and can be copied for a spreadsheet. What is drawn holds on to its source alone. */
export function tableBlock(table: Tokens.Table, lexed: Lexed, scope: RenderScope): ReactNode {
  const cell = ({ tokens }: Tokens.TableCell) => inlineContent(lexed.inline(tokens), lexed, scope);
  const source = table.raw;
  /* oxlint-disable react/no-array-index-key -- rows and columns stand in order and have no names */
  return (
    <div className="reading-table">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/prefer-tag-over-role -- what scrolls is reached by keyboard; a section would be one landmark more for each table */}
      <div className="reading-table-scroll" role="group" aria-label="Table" tabIndex={0}>
        <table>
          <thead>
            <tr>
              {table.header.map((each, column) => (
                <th key={column} scope="col" data-align={each.align ?? undefined}>
                  {cell(each)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {table.rows.map((row, index) => (
              <tr key={index}>
                {row.map((each, column) => (
                  <td key={column} data-align={each.align ?? undefined}>
                    {cell(each)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <CopyButton label="Copy as CSV" text={() => tableCsv(source)} />
    </div>
  );
  /* oxlint-enable react/no-array-index-key */
}
