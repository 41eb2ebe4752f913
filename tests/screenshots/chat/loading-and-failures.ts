import type { Page } from 'playwright';
import { patchBridge } from '../../support/patch-bridge.ts';
import { seedConversations } from '../../support/seed-conversations.ts';
import { rows } from '../../support/window-history.ts';
import { goTo } from '../../support/window.ts';
import type { Scene } from '../scene.ts';
import { chatText } from '../../../renderer/chat/text.ts';
import { sharedText } from '../../../renderer/shared/text.ts';
import { settingsText } from '../../../renderer/settings/text.ts';

/** Empty, loading and failed states. */
export const loadingAndFailures: Scene = async ({ open, page, shoot, button, profile, service, connect, close }) => {
  await open();
  await page().getByRole('contentinfo').getByText('Demo').first().waitFor();
  await shoot('start', 'in both sizes');
  for (const name of ['Notebook', 'Library', 'Tools', 'Settings'] as const) {
    await goTo(page(), name);
    await shoot(`first-${name.toLowerCase()}`, 'in both sizes');
  }
  await page().getByRole('heading', { name: settingsText.about.title }).scrollIntoViewIfNeeded();
  await shoot('settings-end');
  await goTo(page(), 'Chat');
  await connect();
  await shoot('start-own-service');

  await close();
  await seedConversations(profile, [{ title: 'Bridges of the north' }]);
  await open({ prepare: (each) => unanswered(each, ['history.open']) });
  await rows(page(), 'Bridges').click();
  await page().getByText(chatText.screen.opening).waitFor();
  await shoot('conversation-opening');

  await open({ prepare: (each) => unanswered(each, ['history.list', 'tools.read', 'library.read']) });
  await shoot('list-loading');
  for (const name of ['Library', 'Tools'] as const) {
    await goTo(page(), name);
    await shoot(`${name.toLowerCase()}-loading`);
  }

  await open({ prepare: (each) => refused(each, ['history.open', 'history.list', 'tools.read', 'library.read']) });
  await button(chatText.tryAgain).first().waitFor();
  await shoot('list-failed');
  for (const name of ['Library', 'Tools'] as const) {
    await goTo(page(), name);
    await button(chatText.tryAgain).first().waitFor();
    await shoot(`${name.toLowerCase()}-failed`);
  }
  await open({ prepare: (each) => refused(each, ['history.open']) });
  await rows(page(), 'Bridges').click();
  await button(chatText.tryAgain).waitFor();
  await shoot('conversation-failed');

  await service.demo.close();
  await open();
  await button(sharedText.connection.open).waitFor();
  await rows(page(), 'Bridges').waitFor();
  await shoot('chat-offline', 'in both sizes');
  await rows(page(), 'Bridges').click();
  await page().getByRole('article').first().waitFor();
  await shoot('conversation-offline');
  await goTo(page(), 'Notebook');
  await shoot('notebook-offline');
};

/** Makes some routes never answer. */
function unanswered(page: Page, routes: readonly string[]): Promise<void> {
  return patchBridge(
    page,
    (bridge, silent) => {
      const { call } = bridge;
      bridge.call = (message) => (silent.includes(message.route ?? '') ? new Promise(() => undefined) : call(message));
    },
    routes,
  );
}

/** Makes some routes fail, as with an unreadable database. */
function refused(page: Page, routes: readonly string[]): Promise<void> {
  return patchBridge(
    page,
    (bridge, failing) => {
      const { call } = bridge;
      const failure = {
        code: 'storage',
        message: 'The database can’t be read: the disk does not answer.',
        remedy: 'Check the disk, then try again.',
      };
      bridge.call = async (message) => (failing.includes(message.route ?? '') ? { ok: false, failure } : call(message));
    },
    routes,
  );
}
