import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { runsFormat } from '../../../electron/core/runs/store/schema.ts';
import { openStoredDatabase } from '../../../electron/core/shared/sqlite/open-database.ts';
import { defaultLocalApiSettings } from '../../../electron/contract/local-api.ts';
import { formatNumber } from '../../../renderer/shared/format.ts';
import { createRun, writeTable } from '../../support/create-run.ts';
import { createRecipe } from '../../support/run-recipe.ts';
import { openRun, resultGrid } from '../../support/window-runs.ts';
import { openWindow } from '../../support/window.ts';
import { connectToDemo, openBenchRuns } from './open-bench-runs.ts';

const pagesVisited = 40;

/** Opens a finished run in the window, scrolls through it, and returns the JavaScript heap of the page in MiB. */
export async function measureWindow(rows: number): Promise<number> {
  const profile = await mkdtemp(path.join(os.tmpdir(), 'causeway-bench-runs-window-'));
  await fillRun(profile, rows);
  // the local API is off, because its ports may be in use
  const localApi = { version: 1, data: { settings: { ...defaultLocalApiSettings, isOn: false }, keys: [] } };
  await writeFile(path.join(profile, 'local-api.json'), JSON.stringify(localApi));
  const window = await openWindow(profile);
  const { page, context } = window;
  await openRun(page, 'Bench');
  const grid = resultGrid(page);
  const showRow = (number: number): Promise<void> => grid.getByRole('gridcell', { name: formatNumber(number), exact: true }).waitFor();
  await showRow(1);
  for (let visit = 1; visit <= pagesVisited; visit += 1) {
    const share = visit / (pagesVisited + 1);
    await grid.evaluate((element, at) => void (element.scrollTop = element.scrollHeight * at), share);
    await showRow(Math.round(rows * share) + 3); // not the active row, which stays far above without its page
  }
  await grid.focus();
  await page.keyboard.press('Control+End');
  await showRow(rows);
  const session = await context.newCDPSession(page);
  await session.send('Performance.enable');
  await session.send('HeapProfiler.collectGarbage');
  const { metrics } = await session.send('Performance.getMetrics');
  await window.close();
  await rm(profile, { recursive: true, force: true });
  return (metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? Number.NaN) / 1024 / 1024;
}

async function fillRun(folder: string, rows: number): Promise<void> {
  const file = path.join(folder, 'rows.csv');
  await writeTable(file, rows);
  const none = connectToDemo({ baseUrl: 'https://localhost:1/', token: 'none', ca: '' });
  const { runs } = openBenchRuns(folder, none.handle);
  await createRun(runs, createRecipe({ name: 'Bench' }), file);
  await runs.close();
  await none.close();
  await rm(file);
  const { db } = openStoredDatabase(runsFormat, { file: path.join(folder, 'runs.db'), now: Date.now() });
  db.exec(`
    INSERT INTO result (key, state, length, first_token_ms, total_ms, prompt_tokens, completion_tokens, answer)
      SELECT key * 256, 'done', 30, 5, 9, 9, 3, 'the answer to line ' || line FROM data_row;
    UPDATE run SET state = 'finished', reason = 'complete', done = rows;`);
  db.close();
}
