import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { failure } from '../../../electron/contract/failures/fail.ts';
import { describeFailure } from '../../../electron/contract/failures/render-failure.ts';
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

test('says before the first request that a model doesn’t see the images of a row, whatever they are called', async () => {
  const models = [...recipe.models, { id: 'g', model: 'gamma-oss-120b', parameters: {} }];
  const changes = { templates, attachmentColumn: 'file', models };
  const bed = await openRunFixture({
    table: 'text,file\nNone,\nThis?,note.png\nWhat is it?,figure\n',
    prepare: async (folder) => {
      await writeFile(path.join(folder, 'note.png'), 'only text');
      await writeFile(path.join(folder, 'figure'), madePng(60, 40));
    },
    changes,
  });
  must(await bed.core.handlers['connection.refresh'](undefined, call)); // the proxy's list says which models see
  const refused = { ok: false, failure: { reason: 'run-model-sees-no-images', params: { model: 'gamma-oss-120b', row: 3 } } };
  expect(await bed.core.runs.dryRun({ id: bed.id }, call)).toMatchObject(refused);
  expect(await bed.core.runs.start({ id: bed.id }, call)).toMatchObject(refused);
  expect(bed.service.demo.requests().filter(({ endpoint }) => endpoint === 'chat')).toEqual([]);
  const onlyText = await openRunFixture({
    table: 'text,file\nThis?,note.png\n',
    prepare: (folder) => writeFile(path.join(folder, 'note.png'), 'only text'),
    changes,
  });
  must(await onlyText.core.handlers['connection.refresh'](undefined, call));
  expect((await onlyText.finish()).progress).toMatchObject({ done: 2, failed: 0 });
});

test('asks nothing about a row with more images than the model takes, and says so in the preview too', async () => {
  const bed = await openRunFixture({ table, prepare, changes: { templates, attachmentColumn: 'file' } });
  const { handlers, runs } = bed.core;
  const { profiles, activeId } = must(await handlers['profiles.read'](undefined, call));
  const { catalog } = profiles.find(({ id }) => id === activeId)?.service ?? {};
  const entry = catalog?.find(({ models }) => models.some(({ id }) => id === 'beta-4-scout'));
  const model = entry?.models.find(({ id }) => id === 'beta-4-scout');
  if (!activeId || !entry || !model) throw new Error('no model');
  const limited = { profileId: activeId, segment: entry.segment, model: { ...model, imagesPerRequest: 1 }, replaces: model.id };
  must(await handlers['catalog.putModel'](limited, call));
  const variantId = (await bed.read()).variants[0]?.id ?? '';
  const refused = failure('run-images-too-many', { model: model.id, count: 2, most: 1 });
  expect(must(await runs.preview({ id: bed.id, row: 1, variantId }, call)).notes).toEqual([describeFailure(refused).message]);
  await bed.finish();
  expect(must(await runs.cell({ id: bed.id, cell: { row: 1, variantId, repeat: 1 } }, call))).toMatchObject({ failure: refused });
  expect(bed.service.demo.requests().filter(({ endpoint }) => endpoint === 'chat')).toEqual([]);
});
