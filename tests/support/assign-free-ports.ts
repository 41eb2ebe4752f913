import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { defaultLocalApiSettings } from '../../electron/contract/local-api.ts';
import { freePort } from './free-port.ts';

/** Assigns free ports to a profile folder, because the default ones may be in use by a running Causeway. */
export async function assignFreePorts(profile: string): Promise<void> {
  const settings = { ...defaultLocalApiSettings, port: await freePort(), demoPort: await freePort() };
  const file = path.join(profile, 'local-api.json');
  await writeFile(file, JSON.stringify({ version: 1, data: { settings, keys: [] } }), { flag: 'wx' }).catch(() => undefined); // The file exists already.
}
