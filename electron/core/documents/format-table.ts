/** Writes a table as Markdown. Its first row is the header. */
export function formatTable(rows: readonly (readonly string[])[]): string {
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0);
  const [header = '', ...body] = rows.map((row) => {
    const cells = Array.from({ length: width }, (_, index) =>
      (row[index] ?? '').replaceAll(/\s*\n\s*/g, ' ').replaceAll('|', String.raw`\|`),
    );
    return `| ${cells.join(' | ')} |`;
  });
  return [header, `|${'---|'.repeat(width)}`, ...body].join('\n');
}
