import { spawnSync } from 'node:child_process';
import packageJson from '../../../package.json' with { type: 'json' };
import { root } from '../../set-up/places.mjs';
import type { ShippedPackage } from '../licences.ts';

interface Component {
  readonly 'bom-ref': string;
  readonly name: string;
}

/** The part of a CycloneDX document that is changed here. */
interface Document {
  readonly metadata: { readonly component: Component };
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

/** Returns npm's CycloneDX document of the lock file, with the shipped packages only. */
export function billOfMaterials(shipped: readonly ShippedPackage[]): object {
  const { stdout, status } = spawnSync('npm', ['sbom', '--sbom-format=cyclonedx', '--package-lock-only', '--loglevel=error'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
    stdio: ['ignore', 'pipe', 'inherit'],
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new Error('npm could not list the packages; its own message is above.');
  return keepShipped(JSON.parse(stdout) as Document, shipped);
}

/** Leaves out what only builds and tests, and npm's marks: to npm, everything that is bundled is for development. */
function keepShipped(document: Document, shipped: readonly ShippedPackage[]): Document {
  const own = document.metadata.component['bom-ref'];
  const references = new Set([own, ...shipped.map(({ name, version }) => `${name}@${version}`)]);
  return {
    ...document,
    metadata: { ...document.metadata, component: { ...document.metadata.component, name: packageJson.name } }, // npm takes the folder's
    components: document.components
      .filter((component) => references.has(component['bom-ref']))
      .map((component) => Object.assign(component, { scope: 'required', properties: [] })),
    dependencies: document.dependencies
      .filter(({ ref }) => references.has(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((each) => references.has(each)) })),
  };
}
