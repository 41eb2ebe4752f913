/** Program: `WINDOW_SHOTS=FOLDER node connection-shots.ts [SCENE…]`. Takes screenshots of the connection's states, in both themes, without Electron. */
import { direct } from './connection/direct.ts';
import { firstRun } from './connection/first-run.ts';
import { localAddress } from './connection/local-api.ts';
import { proxy } from './connection/proxy.ts';
import { runScene, shotsFolder } from './scene.ts';

const scenes = { firstRun, proxy, direct, localAddress };
const wanted = process.argv.slice(2);
const folder = await shotsFolder();
for (const [name, scene] of Object.entries(scenes)) {
  if (wanted.length === 0 || wanted.includes(name)) await runScene(scene, folder);
}
