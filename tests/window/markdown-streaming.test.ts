import { messagesOf, send, waitForAnswer } from '../support/window-chat.ts';
import { expect, quick, test } from '../support/window.ts';

test(
  'keeps focus and selection in a block when the next one starts (catches elements that are replaced when their block is complete)',
  quick,
  async ({ page, cloud }) => {
    const continueAnswer = cloud.demo.fault({ kind: 'stall', after: 60, endpoint: 'chat', count: 'once' });
    const rest = Array.from({ length: 200 }, (_, index) => `word${index}`).join(' ');
    await send(
      page,
      `Say: - Some plain words\n- and [a link](https://docs.example.org/guide)\n- then ${rest}\n\nAfter the list.\n\nThe end.`,
    );
    const answer = messagesOf(page, 'beta-4-scout');
    await expect(answer).toContainText('word9');
    const link = answer.getByRole('link', { name: /^a link/ });
    await link.focus();
    await answer.getByText('Some plain words').evaluate((item) => getSelection()?.selectAllChildren(item));
    await expect(link).toBeFocused();
    await expect(answer).not.toContainText('word199');
    continueAnswer();
    await waitForAnswer(page);
    await expect(answer).toContainText('The end.');
    await expect(link).toBeFocused();
    expect(await page.evaluate(() => getSelection()?.toString())).toBe('Some plain words');
  },
);
