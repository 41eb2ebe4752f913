import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../set-up/places.mjs';

/** What tests need that macOS and Windows lack, and what shows that a file or one of its fixtures needs it. */
const onlyOnLinux = [
  { need: 'a keyring beside the user’s', mark: /dbus-run-session/ },
  { need: 'Debian’s OpenSSH server', mark: /\/usr\/sbin\/sshd/ },
  { need: 'nginx', mark: /\bnginx\b/ },
  { need: 'network namespaces', mark: /\bunshare\b|\bnetns\b/ },
  { need: '/proc', mark: /['"`]\/proc\// },
  { need: 'programs in /usr/bin', mark: /['"`]\/usr\/s?bin\// },
];
const notOnWindows = [
  { need: 'a shell', mark: /#!\/bin\/sh|'\/bin\/|'sh'|'bash'/ },
  { need: 'symbolic links', mark: /\bsymlink(Sync)?\(/ },
  { need: 'file modes', mark: /\bchmod(Sync)?\(|\b0o[0-7]{3}\b/ },
  { need: 'signals', mark: /'SIG[A-Z]+'/ },
  { need: 'pipes with a name', mark: /\bmkfifo\b/ },
  { need: 'paths that start with a slash', mark: /['"`]\/(?:dev|etc|home|no|tmp|var)\// },
];

/** A test file that another system leaves out, with the reason. */
export interface LeftOut {
  readonly file: string;
  readonly need: string;
}

/** Returns the files of some folders of tests that this system leaves out. Linux leaves out none. */
export function findLeftOut(folders: readonly string[], platform: NodeJS.Platform = process.platform): readonly LeftOut[] {
  const needs = { linux: [], win32: [...onlyOnLinux, ...notOnWindows] }[platform as string] ?? onlyOnLinux;
  if (needs.length === 0) return [];
  const sources = new Map<string, string>();
  return folders
    .flatMap((folder) =>
      readdirSync(path.join(root, 'tests', folder), { recursive: true }).map((name) => `tests/${folder}/${String(name)}`),
    )
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.test.ts'))
    .flatMap((file) => {
      const texts = collectSources(path.join(root, file), sources);
      const found = needs.find(({ mark }) => texts.some((text) => mark.test(text)));
      return found ? [{ file, need: found.need }] : [];
    });
}

/** Returns the text of a file and of the fixtures that it imports, directly or not. */
function collectSources(file: string, known: Map<string, string>, visited = new Set<string>()): readonly string[] {
  if (visited.has(file)) return [];
  visited.add(file);
  const text = known.get(file) ?? readFileSync(file, 'utf8');
  known.set(file, text);
  const fixtures = [...text.matchAll(/^(?:import|export) (?!type\b)[^;]*?from '(\.[^']+\.tsx?)'/gms)]
    .map(([, name = '']) => path.resolve(path.dirname(file), name))
    .filter((imported) => imported.startsWith(path.join(root, 'tests')) && existsSync(imported));
  return [text, ...fixtures.flatMap((fixture) => collectSources(fixture, known, visited))];
}
