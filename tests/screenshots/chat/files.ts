import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { failed } from '../../support/recorded-failure.ts';
import { chatGptExport } from '../../support/chatgpt-export.ts';
import { seedConversations } from '../../support/seed-conversations.ts';
import { rows } from '../../support/window-history.ts';
import { dismissMessages } from '../../support/window-tools.ts';
import type { CallOptions, History } from '../../../electron/core/history/history.ts';
import type { Scene, SceneContext } from '../scene.ts';
import { failure } from '../../../electron/contract/failures/fail.ts';
import { describeFailure } from '../../../electron/contract/failures/render-failure.ts';
import { conversationsText } from '../../../renderer/conversations/text.ts';

const chatGpt = chatGptExport({
  title: 'Lighthouses of Norway',
  question: 'How many?',
  answer: 'About *two hundred*.',
  model: 'gpt-4o',
});

/** Export and import of files. */
export const files: Scene = async ({ open, close, page, shoot, button, profile }) => {
  const file = path.join(profile, 'conversations.json');
  await seedConversations(profile, [{ title: 'Bridges' }, { title: 'Rivers' }]);
  await open({ dialogs: { file } });
  await rows(page(), 'Bridges').waitFor();
  await button(conversationsText.files.menu).click();
  await page().getByRole('menu').waitFor();
  await shoot('exchange-menu', 'in both sizes');
  await page()
    .getByRole('menuitem', { name: conversationsText.files.exportAll('json') })
    .click();
  await page().getByText(conversationsText.files.exported).waitFor();
  await shoot('export-saved');
  await dismissMessages(page());
  await importFile(page, button);
  await page().getByRole('dialog').first().waitFor();
  await shoot('import-known-already');
  await dismissMessages(page());
  await writeFile(file, JSON.stringify([...chatGpt, { id: 'gpt-2', title: 'Broken', mapping: 'none' }]));
  await importFile(page, button);
  await rows(page(), 'Lighthouses').waitFor();
  await shoot('import-done', 'in both sizes');
  await rows(page(), 'Lighthouses').click();
  await page().getByRole('article').first().waitFor();
  await shoot('import-opened');
  await dismissMessages(page());
  await writeFile(file, 'not JSON at all');
  await importFile(page, button);
  await page()
    .getByText(describeFailure(failure('import-empty')).message)
    .waitFor();
  await shoot('import-failed', 'in both sizes');

  await close();
  for (const job of ['export', 'import'] as const) {
    await open({
      core: {
        change: ({ history }) => {
          const goOn = async (_input: unknown, { signal, onProgress }: CallOptions = {}) => {
            onProgress?.(3120, 20_000);
            await new Promise((resolve) => signal?.addEventListener('abort', resolve));
            return failed('cancelled', 'It was cancelled.', 'Start it again.');
          };
          return { history: Object.assign(Object.create(history) as History, { exportTo: goOn, importFrom: goOn }) };
        },
      },
      dialogs: { file },
    });
    await rows(page(), 'Bridges').waitFor();
    if (job === 'import') await importFile(page, button);
    else {
      await button(conversationsText.files.menu).click();
      await page()
        .getByRole('menuitem', { name: conversationsText.files.exportAll('markdown') })
        .click();
    }
    await page().getByRole('progressbar').waitFor();
    await shoot(`${job}-under-way`, 'in both sizes');
    await button(conversationsText.cancel).click();
    await page().getByRole('progressbar').waitFor({ state: 'hidden' });
  }
};

async function importFile(page: SceneContext['page'], button: SceneContext['button']): Promise<void> {
  await button(conversationsText.files.menu).click();
  await page().getByRole('menuitem', { name: conversationsText.files.import }).click();
}
