import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import packageJson from '../../package.json' with { type: 'json' };
import { bundleServer } from '../server-bundler.ts';
import { root } from '../set-up/places.mjs';
import { collectLicences } from './licences.ts';

/** The folder beside the packages in which `npm run dist` leaves keytar's native part of its system. */
export const nativeParts = 'native';

/** Creates causeway-server-VERSION.tgz, which `npx` runs on Node 24. Returns the exit status. */
export async function packageServer(output: string): Promise<number> {
  const folder = path.join(root, 'build/out/server-package');
  rmSync(folder, { recursive: true, force: true });
  const licences = collectLicences();
  await bundleServer(folder, [licences.plugin]);
  const keychain = addNativeParts(folder, path.join(output, nativeParts));
  licences.add(path.join(root, 'node_modules/keytar'));

  cpSync(path.join(root, 'build/server-package'), folder, { recursive: true });
  chmodSync(path.join(folder, 'causeway-server.cjs'), 0o755);
  cpSync(path.join(root, 'LICENSE'), path.join(folder, 'LICENSE'));
  const readme = path.join(folder, 'README.md');
  writeFileSync(readme, readFileSync(readme, 'utf8').replaceAll('VERSION', packageJson.version).replaceAll('KEYCHAIN', keychain));
  writeFileSync(path.join(folder, 'LICENSES'), licences.text());
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify(manifest(), undefined, 2));

  mkdirSync(output, { recursive: true });
  const { status } = spawnSync('npm', ['pack', '--ignore-scripts', '--loglevel=error'], {
    cwd: folder,
    env: { ...process.env, npm_config_pack_destination: output }, // Windows' shell splits an argument with a space
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  });
  rmSync(path.join(output, nativeParts), { recursive: true, force: true });
  return status ?? 1;
}

function manifest(): object {
  const { version, license, author } = packageJson;
  return {
    name: 'causeway-server',
    version,
    description: `${packageJson.description}, in a browser or a terminal`,
    license,
    author,
    type: 'module',
    bin: { 'causeway-server': 'causeway-server.cjs' },
    engines: { node: '>=24' },
    files: ['main', 'renderer', 'native', 'causeway-server.cjs', 'LICENSES'],
  };
}

/** Copies keytar's native part for this computer. It works with any Node, because it uses N-API. Does nothing if keytar isn't built. */
export function copyNativePart(folder: string): void {
  const binary = path.join(root, 'node_modules/keytar/build/Release/keytar.node');
  if (!existsSync(binary)) return;
  const own = path.join(folder, `${process.platform}-${process.arch}`);
  mkdirSync(own, { recursive: true });
  cpSync(binary, path.join(own, 'keytar.node'));
}

/** Adds keytar's native parts: that for this computer, and those of other systems in a folder. Returns where secrets are saved. */
export function addNativeParts(folder: string, others: string): string {
  const native = path.join(folder, 'native');
  copyNativePart(native);
  if (existsSync(others)) cpSync(others, native, { recursive: true });
  const systems = existsSync(native) ? readdirSync(native).toSorted() : [];
  if (systems.length > 0) return systems.map((name) => name.replace('-', ' ')).join(', ');
  console.error('keytar is not built here, so that the package saves no secrets in a keychain.');
  return 'no system';
}
