/** Program: `WINDOW_SHOTS=FOLDER node chat-shots.ts [SCENE…]`. Every state of the chat and what belongs to it, in both themes, without Electron. */
import { completing } from './chat/completing.ts';
import { conversing } from './chat/conversing.ts';
import { choosing } from './chat/choosing.ts';
import { exchanging } from './chat/exchanging.ts';
import { reading } from './chat/reading.ts';
import { remembering } from './chat/remembering.ts';
import { usingTools } from './chat/using-tools.ts';
import { waiting } from './chat/waiting.ts';
import { play, shotsFolder } from './stage.ts';

const scenes = { waiting, conversing, choosing, 'using-tools': usingTools, completing, reading, remembering, exchanging };
const wanted = process.argv.slice(2);
const folder = await shotsFolder();
for (const [name, scene] of Object.entries(scenes)) {
  if (wanted.length === 0 || wanted.includes(name)) await play(scene, folder);
}
