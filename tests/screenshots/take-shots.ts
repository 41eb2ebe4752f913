/** Program: `node take-shots.ts PROFILE FOLDER`, on a display. Takes screenshots of every screen, in both themes and two sizes. */
import path from 'node:path';
import type { Page } from 'playwright';
import { settled, startApp } from '../support/app.ts';
import { chatText } from '../../renderer/chat/text.ts';
import { connectionStateText } from '../../electron/presentation/connection-text.ts';

const [profile = '', folder = ''] = process.argv.slice(2);
const sizes = [
  { width: 1280, height: 800 },
  { width: 900, height: 640 },
] as const;

/** Screens by name, each with the steps that open it. */
type Screens = Readonly<Record<string, (page: Page) => Promise<void>>>;

const initialScreens: Screens = {
  start: (page) => page.keyboard.press('ControlOrMeta+1'),
  notebook: (page) => page.keyboard.press('ControlOrMeta+2'),
  runs: (page) => page.keyboard.press('ControlOrMeta+3'),
  library: (page) => page.keyboard.press('ControlOrMeta+4'),
  tools: (page) => page.keyboard.press('ControlOrMeta+5'),
  connection: (page) => page.keyboard.press('ControlOrMeta+6'),
  settings: (page) => page.keyboard.press('ControlOrMeta+7'),
  palette: (page) => page.keyboard.press('ControlOrMeta+k'),
};
const answeredScreens: Screens = { chat: (page) => page.keyboard.press('ControlOrMeta+1') };

const { electron, page, close } = await startApp(profile);

async function shoot(screens: Screens): Promise<void> {
  for (const theme of ['light', 'dark'] as const) {
    await electron.evaluate(({ nativeTheme }, source) => void (nativeTheme.themeSource = source), theme);
    for (const size of sizes) {
      await electron.evaluate(
        ({ BrowserWindow }, { width, height }) => BrowserWindow.getAllWindows()[0]?.setContentSize(width, height),
        size,
      );
      await page.waitForFunction(({ width }) => innerWidth === width, size);
      for (const [name, open] of Object.entries(screens)) {
        await open(page);
        await settled(page);
        const file = `${name}-${theme}-${size.width}x${size.height}.png`;
        await page.screenshot({ path: path.join(folder, file) });
        await page.keyboard.press('Escape');
        console.log(file);
      }
    }
  }
}

await page.getByText(connectionStateText.demoToken).first().waitFor();
await shoot(initialScreens);
await page.keyboard.press('ControlOrMeta+1');
await page.getByRole('textbox', { name: chatText.composer.message }).fill('What is Causeway?');
await page.keyboard.press('Enter');
await page.getByRole('list', { name: chatText.answer.details }).waitFor({ timeout: 120_000 });
await shoot(answeredScreens);
await close();
