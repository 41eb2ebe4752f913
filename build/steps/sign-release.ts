import { createHash, createPrivateKey, sign } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** File types of updates. */
const updateFile = /\.(?:AppImage|deb|exe|zip|dmg)$/;

/** Lists the packages in a folder and signs the list, so that a feed can't forge updates. */
export function signRelease(folder: string, version: string, privateKeyFile: string): void {
  const files = readdirSync(folder)
    .filter((name) => updateFile.test(name))
    .map((name) => ({
      name,
      sha512: createHash('sha512')
        .update(readFileSync(path.join(folder, name)))
        .digest('base64'),
    }));
  const text = JSON.stringify({ version, files });
  const key = createPrivateKey(readFileSync(privateKeyFile));
  writeFileSync(path.join(folder, 'causeway-release.json'), text);
  writeFileSync(path.join(folder, 'causeway-release.json.sig'), sign(null, Buffer.from(text), key).toString('base64'));
}
