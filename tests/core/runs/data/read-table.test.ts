import { readdir, readlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TableFormat } from '../../../../electron/contract/run-recipe.ts';
import { detectOptions } from '../../../../electron/core/runs/data/detect-table.ts';
import { readTable } from '../../../../electron/core/runs/data/read-table.ts';
import { patternSteps } from '../../../support/pattern-steps.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { csvOptions, inPieces, readAll, readText } from './read-all.ts';

const formats: readonly TableFormat[] = ['csv', 'tsv', 'jsonl', 'json', 'xlsx', 'openai-batch'];

async function openFiles(): Promise<readonly string[]> {
  const names = await readdir('/proc/self/fd').catch(() => []);
  return Promise.all(names.map((name) => readlink(`/proc/self/fd/${name}`).catch(() => '')));
}

describe('readTable', () => {
  it('reports a missing file', async () => {
    const file = path.join(await temporaryFolder(), 'none');
    for (const format of formats) {
      const { problems } = await readAll({ path: file }, { ...csvOptions, format });
      expect(problems).toHaveLength(1);
      expect(problems[0]).toMatchObject({ effect: 'stopped', message: expect.stringContaining('ENOENT') });
    }
  });

  it('reports a source that fails after some rows, and keeps them', async () => {
    async function* bytes(): AsyncGenerator<Uint8Array> {
      yield Buffer.from(`a\n${'1\n'.repeat(100_000)}`);
      throw new Error('the drive is gone');
    }
    const { rows, problems } = await readAll({ bytes: bytes() });
    expect(rows.length).toBeGreaterThan(10_000);
    expect(problems).toEqual([{ kind: 'unreadable-file', effect: 'stopped', message: 'the drive is gone' }]);
  });

  it('closes the file when the reader stops early', async () => {
    const file = path.join(await temporaryFolder(), 'rows.csv');
    await writeFile(file, `a\n${'1\n'.repeat(1_000_000)}`);
    for await (const item of readTable({ path: file }, csvOptions, new AbortController().signal)) if (item.kind === 'row') break;
    await expect.poll(openFiles).not.toContain(file);
    await readAll({ path: file }, { ...csvOptions, encoding: 'none' });
    await expect.poll(openFiles).not.toContain(file);
  });

  it('throws only the abort reason of the signal', async () => {
    const file = path.join(await temporaryFolder(), 'rows.csv');
    await writeFile(file, `a\n${'1\n'.repeat(1_000_000)}`);
    const controller = new AbortController();
    const read = async (): Promise<void> => {
      for await (const item of readTable({ path: file }, csvOptions, controller.signal)) {
        if (item.kind === 'row') controller.abort(new Error('enough'));
      }
    };
    await expect(read()).rejects.toThrow('enough');
    await expect.poll(openFiles).not.toContain(file);
  });

  it('reads any bytes in any format without an exception', async () => {
    const words = ['"', '""', ',', '\n', '\r', '\0', '[', ']', '{', '}', '{"a":1}', 'x', '\\', ' ', 'PK\u0003\u0004', '\uFEFF', 'é'];
    const text = fc.array(fc.constantFrom(...words), { maxLength: 60 }).map((parts) => Buffer.from(parts.join('')));
    const bytes = fc.uint8Array({ maxLength: 100 }).map((array) => Buffer.from(array));
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(text, bytes),
        fc.constantFrom(...formats),
        fc.integer({ min: 1, max: 20 }),
        async (content, format, size) => {
          const limits = { lineLength: 20, columns: 5, rows: 10, badQuotes: 3 };
          const options = { ...(detectOptions(content, 'x.csv') ?? csvOptions), format };
          const { rows, problems } = await readAll(inPieces(content, size), options, limits);
          expect(rows.length).toBeLessThanOrEqual(limits.rows);
          expect(rows.length + problems.length > 0 || content.length > 0).toBe(true);
          for (const problem of problems.slice(0, -1)) expect(problem.effect).not.toBe('stopped');
          for (const { values } of rows) expect(Object.values(values).join('')).not.toContain('\0');
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('stays fast for texts that are almost numbers or full of malformed quotes', async () => {
    const almostNumber = (digits: number) => detectOptions(Buffer.from(`${'1'.repeat(digits)}x,b\n`), 'x.csv');
    expect(patternSteps(() => almostNumber(2000))).toBeLessThan(4.5 * patternSteps(() => almostNumber(500)));
    expect(almostNumber(200_000)?.hasHeader).toBe(true);
    const { rows, problems } = await readText(`a\n"${'x" '.repeat(5_000_000)}\nlast\n`);
    expect(rows).toEqual([{ number: 3, values: { a: 'last' } }]);
    expect(problems).toEqual([{ kind: 'bad-quotes', effect: 'row-skipped', number: 2 }]);
  });
});
