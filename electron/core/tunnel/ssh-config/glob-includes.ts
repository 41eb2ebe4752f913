import type { PlatformPath } from 'node:path';
import type { ConfigReader } from './config-reader.ts';

/** The files an `Include` means: each part of the path may hold `*`, `?` and `[…]`, sorted as glob(3) does. */
export async function globIncludes(pattern: string, reader: ConfigReader, path: PlatformPath): Promise<readonly string[]> {
  if (!hasWildcard(pattern)) return [pattern];
  const { root } = path.parse(pattern);
  const parts = pattern.slice(root.length).split(/[/\\]/.test(path.sep) && path.sep === '\\' ? /[/\\]+/ : /\/+/);
  let found: readonly string[] = [root];
  for (const [index, part] of parts.entries()) {
    if (!hasWildcard(part)) {
      found = found.map((folder) => path.join(folder, part));
      continue;
    }
    const matcher = partMatcher(part);
    const inside = await Promise.all(
      found.map(async (folder) => {
        const names = (await reader.list(folder)).filter((name) => matcher(name));
        return names.toSorted(byBytes).map((name) => path.join(folder, name));
      }),
    );
    found = inside.flat();
    if (index < parts.length - 1 && found.length === 0) return [];
  }
  return found;
}

function hasWildcard(text: string): boolean {
  return /[*?[]/.test(text);
}

function byBytes(left: string, right: string): number {
  return Buffer.compare(Buffer.from(left), Buffer.from(right));
}

/** Names with a leading dot are found only by a pattern that has it too, so editors' swap files stay out. */
function partMatcher(part: string): (name: string) => boolean {
  const source = part.replaceAll(/\[(!?)([^\]]+)\]|\*+|\?|[^*?[]+|\[/g, (piece, negated: string | undefined, set: string | undefined) => {
    if (set !== undefined) return `[${negated ? '^' : ''}${set.replaceAll(/[\\^]/g, '\\$&')}]`;
    if (piece.startsWith('*')) return '.*';
    return piece === '?' ? '.' : piece.replaceAll(/[.+^${}()|[\]\\]/g, '\\$&');
  });
  const expression = toExpression(source);
  return (name) => (part.startsWith('.') || !name.startsWith('.')) && expression.test(name);
}

function toExpression(source: string): RegExp {
  try {
    return new RegExp(`^${source}$`, 's');
  } catch {
    return /^(?!)/; // a set such as [z-a]: it matches nothing
  }
}
