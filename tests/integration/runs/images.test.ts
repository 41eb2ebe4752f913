import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { must } from '../../support/must.ts';
import { madeJpeg, madePng } from '../../support/made-images.ts';
import { call, openRunFixture, recipe } from './runs-fixture.ts';

const templates = [{ id: 't', name: 'T', system: '', user: '{{text}}' }];
const table = 'text,file\nWhat is it?,one.png; two.jpg\nAnd this?,gone.png\n';
const prepare = async (folder: string): Promise<void> => {
  await writeFile(path.join(folder, 'one.png'), madePng(60, 40, { color: [0, 128, 0] }));
  await writeFile(path.join(folder, 'two.jpg'), madeJpeg(30, 20));
};

test('sends the images of a row, and the preview and the results name them without their content', async () => {
  const bed = await openRunFixture({ table, prepare, changes: { templates, attachmentColumn: 'file' } });
  const { runs } = bed.core;
  const variantId = (await bed.read()).variants[0]?.id ?? '';
  const preview = must(await runs.preview({ id: bed.id, row: 1, variantId }, call));
  const named = ['data:image/png;base64,<one.png>', 'data:image/jpeg;base64,<two.jpg>'];
  expect(preview.messages).toEqual([{ role: 'user', text: 'What is it?', images: ['one.png (60 × 40)', 'two.jpg (30 × 20)'] }]);
  expect(preview.body['messages']).toMatchObject([
    { content: [{ type: 'text' }, ...named.map((url) => ({ type: 'image_url', image_url: { url } }))] },
  ]);

  await bed.finish();
  const cell = (row: number) => runs.cell({ id: bed.id, cell: { row, variantId, repeat: 1 } }, call);
  const first = must(await cell(1));
  expect(first.answer).toMatch(/1\. This is a PNG image with 60 × 40 .*\n2\. This is a JPEG image with 30 × 20/);
  expect(first.notes).toContain('Images sent: one.png (60 × 40), two.jpg (30 × 20).');
  expect(JSON.stringify(first.request)).toContain('<one.png>');
  expect(must(await cell(2))).toMatchObject({ state: 'failed', failure: { reason: 'run-attachment-unreadable' } });
});

test('says before the first request that a model doesn’t see the images of a row', async () => {
  const models = [...recipe.models, { id: 'g', model: 'gamma-oss-120b', parameters: {} }];
  const bed = await openRunFixture({ table, prepare, changes: { templates, attachmentColumn: 'file', models } });
  must(await bed.core.handlers['connection.refresh'](undefined, call)); // the proxy's list says which models see
  const params = { model: 'gamma-oss-120b', row: 1 };
  expect(await bed.core.runs.dryRun({ id: bed.id }, call)).toMatchObject({
    ok: false,
    failure: { reason: 'run-model-sees-no-images', params },
  });
  expect(await bed.core.runs.start({ id: bed.id }, call)).toMatchObject({ ok: false, failure: { reason: 'run-model-sees-no-images' } });
  expect(bed.service.demo.requests().filter(({ endpoint }) => endpoint === 'chat')).toEqual([]);
});
