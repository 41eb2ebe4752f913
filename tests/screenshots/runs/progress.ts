import { runEditorText } from '../../../renderer/runs/editor/text.ts';
import { runsText } from '../../../renderer/runs/text.ts';
import { createDraft, openRun } from '../../support/window-runs.ts';
import { connectTo } from '../../support/test-service.ts';
import { goTo } from '../../support/window.ts';
import type { Scene } from '../scene.ts';
import { reviewRecipe, reviewTable } from './reviews.ts';

/** Shows a run that is running, has errors, is paused or stopped, and waits for the connection. */
export const progress: Scene = async ({ open, window, page, shoot, button, service, leave }) => {
  await open({ demoSpeed: '40' });
  await page().getByRole('contentinfo').getByText('Demo').first().waitFor();
  await createDraft(window(), reviewTable(4000), { ...reviewRecipe, concurrency: 4 });
  await openRun(page(), reviewRecipe.name);
  await button(runEditorText.start.start).click();
  await page().getByRole('grid').getByText('neutral').first().waitFor();
  await shoot('runs-running', 'in both sizes');
  await button(runsText.run.stop).click();
  await shoot('runs-stop');
  await leave();
  await button(runsText.run.pause).click();
  await page().getByText(runsText.states.paused).first().waitFor();
  await shoot('runs-paused');
  await button(runsText.heading.all).click();

  await connectTo(window().core, service, { hasInstance: false, keeping: 'until-quit' });
  service.demo.fault({ kind: 'status', status: 413, endpoint: 'chat', count: 10 });
  service.demo.fault({ kind: 'status', status: 429, retryAfter: 1, endpoint: 'chat', count: 10 });
  await createDraft(window(), reviewTable(20_000), { ...reviewRecipe, name: 'Cut off', concurrency: 4 });
  await openRun(page(), 'Cut off');
  await button(runEditorText.start.start).click();
  await page().getByText(runsText.run.errors).waitFor();
  await service.demo.close();
  await page().getByText(runsText.waits.connection).waitFor();
  await shoot('runs-waiting', 'in both sizes');
  await button(runsText.heading.all).click();
  await goTo(page(), 'Runs');
  await shoot('runs-list', 'in both sizes');
};
