/** Program: `WINDOW_SHOTS=FOLDER node runs-shots.ts [SCENE…]`. Takes screenshots of every state of Runs, in both themes, without Electron. */
import { drafts } from './runs/drafts.ts';
import { progress } from './runs/progress.ts';
import { results } from './runs/results.ts';
import { runScene, shotsFolder } from './scene.ts';

const scenes = { drafts, progress, results };
const wanted = process.argv.slice(2);
const folder = await shotsFolder();
for (const [name, scene] of Object.entries(scenes)) {
  if (wanted.length === 0 || wanted.includes(name)) await runScene(scene, folder);
}
