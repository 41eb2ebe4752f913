import { expect, it } from 'vitest';
import { createTableSources } from '../../../electron/core/runs/table-sources.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

async function preview(sources: ReturnType<typeof createTableSources>, text: string, limit = 10) {
  const source = await sources.paste(text);
  if (!source.ok) throw new Error(source.failure.reason);
  const { id, detected } = source.value;
  const found = await sources.preview(id, detected, limit, new AbortController().signal);
  if (!found.ok) throw new Error(found.failure.reason);
  return { rows: found.value.rows.length, isWhole: found.value.isWhole };
}

it('calls a preview whole only if the table was read to its end (catches “All 1 row shown” for a list that is cut off)', async () => {
  const sources = createTableSources(await temporaryFolder());
  try {
    expect(await preview(sources, 'a\n1\n2\n')).toEqual({ rows: 2, isWhole: true });
    expect(await preview(sources, 'a\n1\n2\n', 1)).toEqual({ rows: 1, isWhole: false });
    expect(await preview(sources, '[{"a": 1}, {"a": ')).toEqual({ rows: 1, isWhole: false });
  } finally {
    await sources.close();
  }
});
