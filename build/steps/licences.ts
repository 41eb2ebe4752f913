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
  /** Takes a package along that no bundle shows. */
  readonly add: (folder: string) => void;
  /** The licences of all of them, for people to read. */
  readonly text: () => string;
}

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

/** The folder of the package that a module is of; none for our own. */
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

/** For a package that brings no text of its licence along. */
function describeOrigin({ author, repository }: PackageFile): string {
  const name = typeof author === 'string' ? author : author?.name;
  const place = typeof repository === 'string' ? repository : repository?.url;
  return [`Copyright ${name ?? 'its authors'}`, place].filter((line) => line !== undefined).join('\n');
}
