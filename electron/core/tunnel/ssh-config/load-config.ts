import { errorMessage } from '../../shared/node-error.ts';
import type { ConfigFile, ConfigLine, ParsedLine } from './config-line.ts';
import { globIncludes } from './glob-includes.ts';
import { parseConfig } from './parse-config.ts';
import { type ConfigSource, pathsOf, type SshEnvironment } from './ssh-environment.ts';

/** OpenSSH's own limit. */
const maxDepth = 16;

/** Reads the config files with all they include; what can't be read is named. */
export async function loadConfig(
  surroundings: SshEnvironment,
): Promise<{ readonly files: readonly ConfigFile[]; readonly notes: readonly string[] }> {
  const notes: string[] = [];
  const files = await Promise.all(surroundings.configFiles.map((source) => loadFile(source, 0, surroundings, notes)));
  return { files: files.filter((file) => file !== undefined), notes };
}

async function loadFile(
  source: ConfigSource,
  depth: number,
  surroundings: SshEnvironment,
  notes: string[],
): Promise<ConfigFile | undefined> {
  const text = await readOrNote(source.path, surroundings, notes);
  if (text === undefined) return undefined;
  const lines: ConfigLine[] = [];
  for (const line of parseConfig(text, source.path)) {
    lines.push(line.kind === 'include' ? await loadIncluded(line, source, depth, surroundings, notes) : line);
  }
  return { path: source.path, lines };
}

async function loadIncluded(
  line: Extract<ParsedLine, { kind: 'include' }>,
  source: ConfigSource,
  depth: number,
  surroundings: SshEnvironment,
  notes: string[],
): Promise<ConfigLine> {
  if (depth + 1 >= maxDepth) {
    notes.push(`${source.path} includes files more than ${maxDepth} deep, perhaps itself; the deepest are left out.`);
    return { kind: 'include', files: [] };
  }
  const files: ConfigFile[] = [];
  for (const pattern of line.patterns) {
    const absolute = includePath(pattern, source, surroundings);
    if (absolute === undefined) {
      notes.push(`Include ${pattern} in ${source.path} names another user's home folder, which Causeway does not look up.`);
      continue;
    }
    for (const path of await globIncludes(absolute, surroundings.reader, pathsOf(surroundings))) {
      const file = await loadFile({ path, owner: source.owner }, depth + 1, surroundings, notes);
      if (file) files.push(file);
    }
  }
  return { kind: 'include', files };
}

function includePath(pattern: string, source: ConfigSource, surroundings: SshEnvironment): string | undefined {
  const paths = pathsOf(surroundings);
  if (/^~(?=[/\\]|$)/.test(pattern)) return paths.join(surroundings.home, pattern.slice(1));
  if (pattern.startsWith('~')) return undefined;
  if (paths.isAbsolute(pattern)) return pattern;
  return paths.join(source.owner === 'user' ? paths.join(surroundings.home, '.ssh') : paths.dirname(source.path), pattern);
}

async function readOrNote(file: string, { reader }: SshEnvironment, notes: string[]): Promise<string | undefined> {
  try {
    return await reader.read(file);
  } catch (error) {
    notes.push(`${file} can't be read and is left out: ${errorMessage(error)}.`);
    return undefined;
  }
}
