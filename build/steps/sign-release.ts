import { createHash, createPrivateKey, sign, type KeyObject } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import packageJson from '../../package.json' with { type: 'json' };

/** What follows the version in the names of updates (packager.cjs). A pre-release has its suffix there. */
const updateEnd = /^-(?:linux|mac|win|setup|portable)\b.*\.(?:AppImage|deb|exe|zip|dmg)$/;

/** Returns the developers' key, if any: CAUSEWAY_UPDATE_PRIVATE_KEY is a PEM file, or its text, as in a workflow's secret. */
export function readSigningKey(environment: NodeJS.ProcessEnv): KeyObject | undefined {
  const value = environment['CAUSEWAY_UPDATE_PRIVATE_KEY'];
  if (!value) return undefined;
  return createPrivateKey(value.startsWith('-----BEGIN') ? value : readFileSync(value));
}

/**
 * Lists the packages of a version in a folder and signs the list, so that a feed can't forge updates. Leaves out other versions, which a
 * feed could otherwise offer under this one.
 */
export function signRelease(folder: string, version: string, privateKey: KeyObject): void {
  const start = `${packageJson.name}-${version}`;
  const files = readdirSync(folder)
    .filter((name) => name.startsWith(start) && updateEnd.test(name.slice(start.length)))
    .map((name) => ({
      name,
      sha512: createHash('sha512')
        .update(readFileSync(path.join(folder, name)))
        .digest('base64'),
    }));
  if (files.length === 0) throw new Error(`There is no package of ${version} to sign in ${folder}.`);
  const text = JSON.stringify({ version, files });
  writeFileSync(path.join(folder, 'causeway-release.json'), text);
  writeFileSync(path.join(folder, 'causeway-release.json.sig'), sign(null, Buffer.from(text), privateKey).toString('base64'));
}
