import { writeFile } from 'node:fs/promises';
import { writeXlsx } from '../../../electron/core/runs/export/result-table.ts';

/** Writes a workbook with this many rows of the text in its own process, whose memory can be limited and measured. */
const [file = '', count = '0', text = ''] = process.argv.slice(2);

async function* rows(): AsyncGenerator<readonly (string | number)[]> {
  for (let row = 0; row < Number(count); row += 1) yield [row, `${text} ${row}`];
}

await writeFile(file, writeXlsx({ columns: ['id', 'text'], rows: rows() }));
