import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { defaultAgentSettings } from '../../electron/contract/agent.ts';
import { freePort } from './free-port.ts';

/** Gives a profile folder ports of its own: the agent's usual ones may be taken by a Causeway that is in use. */
export async function assignFreePorts(profile: string): Promise<void> {
  const settings = { ...defaultAgentSettings, port: await freePort(), demoPort: await freePort() };
  const file = path.join(profile, 'agent.json');
  await writeFile(file, JSON.stringify({ version: 1, data: { settings, keys: [] } }), { flag: 'wx' }).catch(() => undefined); // from a first start
}
