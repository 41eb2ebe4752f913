import type { PlatformPath } from 'node:path';
import { errorMessage } from '../../shared/node-error.ts';
import { type ConfigFile, type ConfigLine, type ParsedLine, parseConfig } from './parse-config.ts';
import { type ConfigSource, platformPath, type SshEnvironment, type ConfigReader } from './ssh-environment.ts';
import { configText } from '../text.ts';

/** OpenSSH's own limit. */
const maxDepth = 16;

/** Reads the config files and their includes. Returns a note for each unreadable one. */
export async function loadConfig(
  env: SshEnvironment,
): Promise<{ readonly files: readonly ConfigFile[]; readonly notes: readonly string[] }> {
  const notes: string[] = [];
  const files = await Promise.all(env.configFiles.map((source) => loadFile(source, 0, env, notes)));
  return { files: files.filter((file) => file !== undefined), notes };
}

async function loadFile(source: ConfigSource, depth: number, env: SshEnvironment, notes: string[]): Promise<ConfigFile | undefined> {
  const text = await readOrNote(source.path, env, notes);
  if (text === undefined) return undefined;
  const lines: ConfigLine[] = [];
  for (const line of parseConfig(text, source.path)) {
    lines.push(line.kind === 'include' ? await loadIncluded(line, source, depth, env, notes) : line);
  }
  return { path: source.path, lines };
}

async function loadIncluded(
  line: Extract<ParsedLine, { kind: 'include' }>,
  source: ConfigSource,
  depth: number,
  env: SshEnvironment,
  notes: string[],
): Promise<ConfigLine> {
  if (depth + 1 >= maxDepth) {
    notes.push(configText.tooDeep(source.path, maxDepth));
    return { kind: 'include', files: [] };
  }
  const files: ConfigFile[] = [];
  for (const pattern of line.patterns) {
    const absolute = includePath(pattern, source, env);
    if (absolute === undefined) {
      notes.push(configText.otherHome(pattern, source.path));
      continue;
    }
    for (const path of await globIncludes(absolute, env.reader, platformPath(env))) {
      const file = await loadFile({ path, owner: source.owner }, depth + 1, env, notes);
      if (file) files.push(file);
    }
  }
  return { kind: 'include', files };
}

function includePath(pattern: string, source: ConfigSource, env: SshEnvironment): string | undefined {
  const paths = platformPath(env);
  if (/^~(?=[/\\]|$)/.test(pattern)) return paths.join(env.home, pattern.slice(1));
  if (pattern.startsWith('~')) return undefined;
  if (paths.isAbsolute(pattern)) return pattern;
  return paths.join(source.owner === 'user' ? paths.join(env.home, '.ssh') : paths.dirname(source.path), pattern);
}

async function readOrNote(file: string, { reader }: SshEnvironment, notes: string[]): Promise<string | undefined> {
  try {
    return await reader.read(file);
  } catch (error) {
    notes.push(configText.unreadableFile(file, errorMessage(error)));
    return undefined;
  }
}

/** Returns the files of an `Include`. Each part of the path may contain `*`, `?` and `[…]`. Sorted as glob(3) does. */
async function globIncludes(pattern: string, reader: ConfigReader, path: PlatformPath): Promise<readonly string[]> {
  if (!hasWildcard(pattern)) return [pattern];
  const { root } = path.parse(pattern);
  const parts = pattern.slice(root.length).split(/[/\\]/.test(path.sep) && path.sep === '\\' ? /[/\\]+/ : /\/+/);
  let paths: readonly string[] = [root];
  for (const [index, part] of parts.entries()) {
    if (!hasWildcard(part)) {
      paths = paths.map((folder) => path.join(folder, part));
      continue;
    }
    const matcher = partMatcher(part);
    const inside = await Promise.all(
      paths.map(async (folder) => {
        const names = (await reader.list(folder)).filter((name) => matcher(name));
        return names.toSorted(byBytes).map((name) => path.join(folder, name));
      }),
    );
    paths = inside.flat();
    if (index < parts.length - 1 && paths.length === 0) return [];
  }
  return paths;
}

function hasWildcard(text: string): boolean {
  return /[*?[]/.test(text);
}

function byBytes(left: string, right: string): number {
  return Buffer.compare(Buffer.from(left), Buffer.from(right));
}

/** Matches names with a leading dot only if the pattern has one too, so that editors' swap files are left out. */
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
    return /^(?!)/; // an invalid set such as [z-a] matches nothing
  }
}
