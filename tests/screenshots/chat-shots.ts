/** Program: `WINDOW_SHOTS=FOLDER node chat-shots.ts [SCENE…]`. Takes screenshots of every state of the chat, in both themes, without Electron. */
import { notebook } from './chat/notebook.ts';
import { conversationScene } from './chat/conversation.ts';
import { modelsAndLibrary } from './chat/models-and-library.ts';
import { files } from './chat/files.ts';
import { answers } from './chat/answers.ts';
import { history } from './chat/history.ts';
import { tools } from './chat/tools.ts';
import { loadingAndFailures } from './chat/loading-and-failures.ts';
import { runScene, shotsFolder } from './scene.ts';

const scenes = { loadingAndFailures, conversation: conversationScene, modelsAndLibrary, tools, notebook, answers, history, files };
const wanted = process.argv.slice(2);
const folder = await shotsFolder();
for (const [name, scene] of Object.entries(scenes)) {
  if (wanted.length === 0 || wanted.includes(name)) await runScene(scene, folder);
}
