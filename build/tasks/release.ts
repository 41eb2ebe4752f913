import path from 'node:path';
import packageJson from '../../package.json' with { type: 'json' };
import { root } from '../set-up/places.mjs';
import { bundleIfChanged } from '../steps/bundle.ts';
import { run } from '../steps/command.ts';
import { readShippedPackages } from '../steps/licences.ts';
import { assembleRelease } from '../steps/release/assemble.ts';
import { billOfMaterials } from '../steps/release/bill-of-materials.ts';
import { draftRelease } from '../steps/release/draft.ts';
import { prepareRelease, releaseKinds } from '../steps/release/prepare.ts';
import { readSigningKey } from '../steps/sign-release.ts';

/**
 * Makes a release: `npm run release -- minor` (or major, or patch) raises the version and tags it. The workflow of the tag builds the
 * packages, then runs `assemble [FOLDER]` and `draft TAG [FOLDER]`.
 */
const [verb = '', ...args] = process.argv.slice(2);
const kind = releaseKinds.find((each) => each === verb);
const { version } = packageJson;
const folderAt = (index: number): string => path.resolve(root, args[index] ?? 'build/dist');

if (kind) {
  const runChecks = async (): Promise<boolean> => (await run(process.execPath, [path.join(root, 'build/tasks/test.ts'), 'checks'])) === 0;
  const prepared = await prepareRelease({ root, kind, runChecks });
  if (typeof prepared === 'string') fail(prepared);
  console.log(`${prepared.tag} is committed and tagged. Nothing is pushed: git push --atomic origin main ${prepared.tag}`);
} else if (verb === 'assemble') {
  const privateKey = readSigningKey(process.env);
  if (!privateKey) console.error('Not signed, because CAUSEWAY_UPDATE_PRIVATE_KEY is not set. Causeway installs no update without it.');
  await bundleIfChanged();
  assembleRelease({ folder: folderAt(0), version, billOfMaterials: billOfMaterials(readShippedPackages()), privateKey });
} else if (verb === 'draft') {
  const drafted = draftRelease({ root, folder: folderAt(1), version, tag: args[0] ?? '' });
  if (typeof drafted === 'string') fail(drafted);
  process.exitCode = drafted;
} else {
  fail(`Say what to do: ${[...releaseKinds, 'assemble [FOLDER]', 'draft TAG [FOLDER]'].join(', ')}.`);
}

function fail(sentence: string): never {
  console.error(sentence);
  process.exit(1);
}
