import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';

interface PackageFile {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
  readonly author?: string | { readonly name: string };
  readonly repository?: string | { readonly url: string };
}

/** Collects the packages that end up in a bundle. */
export interface Licences {
  readonly plugin: Plugin;
  /** Adds a package that is in no bundle. */
  readonly add: (folder: string) => void;
  /** Returns the licences of all packages, as text. */
  readonly text: () => string;
}

/** Starts with no packages. The plugin adds those of each bundle. */
export function collectLicences(): Licences {
  const folders = new Set<string>();
  const add = (folder: string): void => void folders.add(folder);
  const plugin: Plugin = {
    name: 'collect-licences',
    generateBundle: (_options, bundle) => {
      const modules = Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
      for (const folder of modules.flatMap(packageFolder)) add(folder);
    },
  };
  return { plugin, add, text: () => [...new Set([...folders].map(describePackage))].sort().join(`\n${'-'.repeat(80)}\n\n`) };
}

/** Returns the folder of a module's package. Empty for our own modules. */
function packageFolder(module: string): readonly string[] {
  const found = /^\0?(.*\/node_modules\/(?:@[^/]+\/)?[^/?]+)/.exec(module.replaceAll('\\', '/'))?.[1];
  return found !== undefined && existsSync(path.join(found, 'package.json')) ? [found] : [];
}

function describePackage(folder: string): string {
  const about = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as PackageFile;
  const texts = readdirSync(folder)
    .filter((file) => /^(licen[cs]e|copying|notice)/i.test(file))
    .map((file) => readFileSync(path.join(folder, file), 'utf8').trim());
  const heading = [about.name, about.version, ...(about.license === undefined ? [] : [`(${about.license})`])].join(' ');
  return [heading, ...(texts.length > 0 ? texts : [describeOrigin(about)])].join('\n\n') + '\n';
}

/** Describes the origin of a package that has no licence file. */
function describeOrigin({ author, repository }: PackageFile): string {
  const name = typeof author === 'string' ? author : author?.name;
  const url = typeof repository === 'string' ? repository : repository?.url;
  return [`Copyright ${name ?? 'its authors'}`, url].filter((line) => line !== undefined).join('\n');
}
