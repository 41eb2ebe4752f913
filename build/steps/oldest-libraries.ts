import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The oldest libraries that the packages for Linux promise to work with: those of Debian 11. Ubuntu 20.04 has the same glibc. */
const oldest = { GLIBC: '2.31', GLIBCXX: '3.4.28' } as const;

type Library = keyof typeof oldest;

/** Returns a line for each program or library of a folder that needs a newer one. */
export function findNewerNeeds(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .flatMap((file) => {
      const content = readFileSync(file);
      if (content.toString('latin1', 0, 4) !== '\x7fELF') return [];
      return (Object.keys(oldest) as Library[]).flatMap((library) => {
        const needed = newestVersion(content, library);
        return isNewer(needed, oldest[library])
          ? [`${path.relative(folder, file)} needs ${library} ${needed}, and the oldest that the packages promise is ${oldest[library]}.`]
          : [];
      });
    });
}

/** Returns the newest version of a library that an ELF file names, as in GLIBC_2.31. Empty if it names none. */
function newestVersion(content: Buffer, library: Library): string {
  const prefix = `${library}_`;
  let newest = '';
  for (let at = content.indexOf(prefix); at !== -1; at = content.indexOf(prefix, at + 1)) {
    const [found = ''] = /^\d+(?:\.\d+)+/.exec(content.toString('latin1', at + prefix.length, at + prefix.length + 12)) ?? [];
    if (isNewer(found, newest)) newest = found;
  }
  return newest;
}

function isNewer(version: string, than: string): boolean {
  return version.localeCompare(than, 'en', { numeric: true }) > 0;
}
