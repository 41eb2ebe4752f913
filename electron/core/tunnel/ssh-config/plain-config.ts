import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { LineType, parse, type Directive } from 'ssh-config';
import { errorCode, errorMessage } from '../../shared/node-error.ts';
import { matchesPatterns } from '../host-keys/pattern.ts';
import { configText } from '../text.ts';
import { type SshEnvironment, systemFolder } from './ssh-environment.ts';
import type { Settings } from './to-hop.ts';

/** The settings of a `Host` block, or of lines before the first. */
interface Block {
  /** The patterns of the block, after those of the blocks around its `Include`. */
  readonly hosts: readonly (readonly string[])[];
  readonly settings: readonly (readonly [keyword: string, value: string])[];
}

/** The `Host` blocks of the config files. */
export interface PlainConfig {
  readonly blocks: readonly Block[];
  /** Sentences about unreadable files. */
  readonly notes: readonly string[];
}

/** OpenSSH's own limit of includes within includes. */
const maxDepth = 16;
const understood: ReadonlySet<string> = new Set(['hostname', 'port', 'user', 'identityfile', 'proxyjump']);

/** Reads the user's and the system's config without ssh: for the names of hosts, and for a machine that has no ssh. */
export async function readPlainConfig(env: SshEnvironment): Promise<PlainConfig> {
  const notes: string[] = [];
  const folder = systemFolder(env.variables);
  const blocks = [
    ...(await readBlocks(env.userConfig, [], { folder: path.join(env.home, '.ssh'), home: env.home, notes, depth: 0 })),
    ...(await readBlocks(path.join(folder, 'ssh_config'), [], { folder, home: env.home, notes, depth: 0 })),
  ];
  return { blocks, notes };
}

/** Returns the host names without wildcards, in their order. */
export function namesIn({ blocks }: PlainConfig): readonly string[] {
  const names = blocks.flatMap(({ hosts }) => hosts.at(-1) ?? []);
  return [...new Set(names.filter((name) => !/[*?!]/.test(name)))];
}

/** Evaluates the blocks for a host. The first value wins, except that key files add up. Returns a note about ignored settings. */
export function evaluateBlocks(config: PlainConfig, host: string): { readonly settings: Settings; readonly notes: readonly string[] } {
  const settings = new Map<string, readonly string[]>();
  const ignored = new Set<string>();
  for (const block of config.blocks.filter(({ hosts }) => hosts.every((patterns) => matchesPatterns(host, patterns)))) {
    for (const [name, value] of block.settings) {
      const keyword = name.toLowerCase();
      const earlier = settings.get(keyword);
      if (!understood.has(keyword)) ignored.add(name);
      else if (keyword === 'identityfile') settings.set(keyword, [...(earlier ?? []), value]);
      else if (!earlier) settings.set(keyword, [value]);
    }
  }
  return { settings, notes: [...config.notes, ...(ignored.size > 0 ? [configText.ignoredWithoutSsh(host, [...ignored])] : [])] };
}

interface ReadContext {
  /** Where relative includes start. */
  readonly folder: string;
  readonly home: string;
  readonly notes: string[];
  readonly depth: number;
}

async function readBlocks(file: string, around: Block['hosts'], context: ReadContext): Promise<readonly Block[]> {
  try {
    // The library throws at negated criteria, so it doesn't see them.
    const text = (await readFile(file, 'utf8')).replaceAll(/^([ \t]*match)\b.*$/gim, '$1 all');
    return await toBlocks(parse(text), around, context);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') context.notes.push(configText.unreadableFile(file, errorMessage(error)));
    return [];
  }
}

async function toBlocks(lines: ReturnType<typeof parse>, hosts: Block['hosts'], context: ReadContext): Promise<readonly Block[]> {
  const blocks: Block[] = [];
  for (const line of lines) {
    if (line.type !== LineType.DIRECTIVE) continue;
    const values = valuesOf(line);
    const keyword = line.param.toLowerCase();
    if (keyword === 'host' && 'config' in line) {
      const inner = [...hosts, values];
      blocks.push({ hosts: inner, settings: [] }, ...(await toBlocks(line.config, inner, context))); // its name counts without settings too
    } else if (keyword === 'include') blocks.push(...(await readIncluded(values, hosts, context)));
    else blocks.push({ hosts, settings: [[line.param, values.join(' ')]] });
  }
  return blocks;
}

async function readIncluded(patterns: readonly string[], hosts: Block['hosts'], context: ReadContext): Promise<readonly Block[]> {
  const blocks: Block[] = [];
  if (context.depth >= maxDepth) return blocks;
  for (const pattern of patterns) {
    const absolute = path.resolve(context.folder, pattern.replace(/^~(?=[/\\])/, context.home));
    const files: string[] = [];
    for await (const file of glob(absolute)) files.push(file);
    for (const file of files.toSorted()) blocks.push(...(await readBlocks(file, hosts, { ...context, depth: context.depth + 1 })));
  }
  return blocks;
}

function valuesOf({ value }: Directive): readonly string[] {
  return typeof value === 'string' ? [value] : value.map(({ val }) => val);
}
