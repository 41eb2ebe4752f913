import { beginning, continueBeginning, openNotebook, tokenPopup } from '../support/window-notebook.ts';
import { expect, quick, test } from '../support/window.ts';

test(
  'keeps alternatives opened by key just after the pointer moved (catches a popup that closes by itself)',
  quick,
  async ({ window, page, service, profile }) => {
    const text = await openNotebook({ window, service, profile });
    await continueBeginning(page, 24);
    await text.evaluate((area: HTMLTextAreaElement, at) => area.setSelectionRange(at, at), beginning.length + 1);
    await page.clock.install();
    await text.hover({ position: { x: 20, y: 20 } }); // over the beginning, which has no alternatives
    await page.keyboard.press('Alt+ArrowDown');
    const popup = tokenPopup(page);
    await expect(popup.locator('[role=option]:focus')).toBeVisible();
    const name = await popup.getAttribute('aria-label');
    await page.clock.runFor(1000);
    await page.keyboard.press('ArrowRight');
    await expect(popup).not.toHaveAttribute('aria-label', String(name));
  },
);
