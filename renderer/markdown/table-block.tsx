import type { ReactNode } from 'react';
import type { Tokens } from 'marked';
import { CopyButton } from './copy-button.tsx';
import { inlineContent } from './inline-content.tsx';
import { type LexedText, lexText, type LinkDefinitions } from '../../electron/markdown/markdown-lexer.ts';
import type { RenderScope } from './render-scope.ts';
import { plainText } from './plain-text.ts';
import { markdownText } from './text.ts';

/** A scrolling table that can be copied as CSV. Retains only its source and the links of its message. */
export function tableBlock(table: Tokens.Table, lexed: LexedText, scope: RenderScope): ReactNode {
  const cell = ({ tokens }: Tokens.TableCell) => inlineContent(lexed.inline(tokens), lexed, scope);
  const source = table.raw;
  /* oxlint-disable react/no-array-index-key -- rows and columns have no id and keep their order */
  return (
    <div className="markdown-table">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/prefer-tag-over-role -- a scrolling area must be focusable; a section would add a landmark for each table */}
      <div className="markdown-table-scroll" role="group" aria-label={markdownText.table} tabIndex={0}>
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
      <CopyButton label={markdownText.copyCsv} text={() => tableCsv(source, scope.references.links)} />
    </div>
  );
  /* oxlint-enable react/no-array-index-key */
}

/** Converts a table's source to CSV (RFC 4180), without emphasis. */
export function tableCsv(source: string, links: LinkDefinitions): string {
  const lexed = lexText(source, links);
  const table = lexed.tokens.find((token) => token.type === 'table');
  if (table === undefined) return '';
  return [table.header, ...table.rows]
    .map((row) => row.map(({ tokens }) => quoteCsv(plainText(lexed.inline(tokens), lexed))).join(','))
    .join('\r\n');
}

function quoteCsv(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
