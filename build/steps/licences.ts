import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';
import { root } from '../set-up/places.mjs';

interface PackageFile {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
  /** An older form. */
  readonly licenses?: readonly { readonly type: string }[];
  readonly author?: string | { readonly name: string };
  readonly repository?: string | { readonly url: string };
}

/** A package that is part of what users get. */
export interface ShippedPackage {
  readonly name: string;
  readonly version: string;
  /** As an SPDX expression. */
  readonly licence: string | undefined;
}

/** Collects the packages that end up in a bundle. */
export interface Licences {
  readonly plugin: Plugin;
  /** Adds a package that is in no bundle. */
  readonly add: (folder: string) => void;
  readonly packages: () => readonly ShippedPackage[];
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
      const modules = Object.values(bundle).flatMap((file) => (file.type === 'chunk' && !isTestPage(file.fileName) ? file.moduleIds : []));
      for (const folder of modules.flatMap(packageFolder)) add(folder);
    },
  };
  return {
    plugin,
    add,
    packages: () => [...new Map([...folders].map(readPackage).map((each) => [`${each.name}@${each.version}`, each])).values()],
    text: () => [...new Set([...folders].map(describePackage))].sort().join(`\n${'-'.repeat(80)}\n\n`),
  };
}

/** Notices of the desktop program, which go into its packages. */
const noticesFile = path.join(root, 'build/out/third-party/THIRD-PARTY-NOTICES.txt');
const packagesFile = path.join(root, 'build/out/third-party/packages.json');

/** Writes the notices and the list of packages after each bundle. Those after the last are complete. */
export function writeNotices({ text, packages }: Licences): Plugin {
  return {
    name: 'write-notices',
    writeBundle: () => {
      mkdirSync(path.dirname(noticesFile), { recursive: true });
      writeFileSync(noticesFile, text());
      writeFileSync(packagesFile, JSON.stringify(packages(), undefined, 2));
    },
  };
}

/** Reads the packages of the last bundle. */
export function readShippedPackages(): readonly ShippedPackage[] {
  return JSON.parse(readFileSync(packagesFile, 'utf8')) as readonly ShippedPackage[];
}

/** Returns whether a file of a bundle belongs to the pages that only tests open, which the packager leaves out. */
function isTestPage(file: string): boolean {
  return /^(gallery|bench)/.test(path.basename(file));
}

/** Licences of packages that have one as a file only. */
const licencesInFiles: Readonly<Record<string, string>> = { khroma: 'MIT' };

function readPackage(folder: string): ShippedPackage {
  const { name, version, license, licenses } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as PackageFile;
  return { name, version, licence: license ?? licenses?.[0]?.type ?? licencesInFiles[name] };
}

/** Returns the folder of a module's package. Empty for our own modules. */
function packageFolder(module: string): readonly string[] {
  const found = /^\0?(.*\/node_modules\/(?:@[^/]+\/)?[^/?]+)/.exec(module.replaceAll('\\', '/'))?.[1];
  return found !== undefined && existsSync(path.join(found, 'package.json')) ? [found] : [];
}

function describePackage(folder: string): string {
  const about = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as PackageFile;
  const { licence } = readPackage(folder);
  const texts = readdirSync(folder)
    .filter((file) => /^(licen[cs]e|copying|notice)/i.test(file))
    .map((file) => readFileSync(path.join(folder, file), 'utf8').trim());
  const heading = [about.name, about.version, ...(licence === undefined ? [] : [`(${licence})`])].join(' ');
  const author = typeof about.author === 'string' ? about.author : about.author?.name;
  const source = typeof about.repository === 'string' ? about.repository : about.repository?.url;
  return (
    [
      [heading, ...(source === undefined ? [] : [`Source: ${source}`])].join('\n'), // which the EPL wants named
      ...(texts.length > 0 ? texts : [`Copyright ${author ?? 'its authors'}`]),
    ].join('\n\n') + '\n'
  );
}
