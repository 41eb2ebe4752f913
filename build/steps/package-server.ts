import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import packageJson from '../../package.json' with { type: 'json' };
import { bundleServer } from '../server-bundler.ts';
import { root } from '../set-up/places.mjs';
import { collectLicences } from './licences.ts';

/** Creates causeway-server-VERSION.tgz, which `npx` runs on Node 24. Returns the exit status. */
export async function packageServer(output: string): Promise<number> {
  const folder = path.join(root, 'build/out/server-package');
  rmSync(folder, { recursive: true, force: true });
  const licences = collectLicences();
  await bundleServer(folder, [licences.plugin]);
  const keychain = copyKeychain(folder, licences.add);

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

/** Adds keytar's native part for this platform. It works with any Node, because it uses N-API. Returns where secrets are saved. */
function copyKeychain(folder: string, addLicence: (folder: string) => void): string {
  const keytar = path.join(root, 'node_modules/keytar');
  const binary = path.join(keytar, 'build/Release/keytar.node');
  if (!existsSync(binary)) {
    console.error('keytar is not built here, so that the package saves no secrets in a keychain.');
    return 'no system';
  }
  const native = path.join(folder, 'native', `${process.platform}-${process.arch}`);
  mkdirSync(native, { recursive: true });
  cpSync(binary, path.join(native, 'keytar.node'));
  addLicence(keytar);
  return `${process.platform} ${process.arch}`;
}
