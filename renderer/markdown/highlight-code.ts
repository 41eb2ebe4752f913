import type { createLowlight } from 'lowlight';

/**
 * Highlighting as compact data, because it is kept while the code is shown: for each piece a list of pairs, an index
 * into `names` and a number of characters.
 */
export interface HighlightRuns {
  readonly names: readonly string[];
  readonly pieces: readonly Uint32Array[];
}

type Lowlight = Pick<ReturnType<typeof createLowlight>, 'highlight' | 'registered'>;
type Node = ReturnType<Lowlight['highlight']>['children'][number];

/** Highlights code and splits the result like its pieces. Returns undefined for an unknown language. */
export function highlightCode(lowlight: Lowlight, language: string, pieces: readonly string[]): HighlightRuns | undefined {
  if (!lowlight.registered(language)) return undefined;
  // index 0 means no class
  const names = [''];
  const pairs: [name: number, length: number][] = [];
  const collect = (nodes: readonly Node[], name: number) => {
    for (const node of nodes) {
      if (node.type === 'text') pairs.push([name, node.value.length]);
      else if (node.type === 'element') collect(node.children, classIndex(names, node.properties['className'], name));
    }
  };
  collect(lowlight.highlight(language, pieces.join(''), { prefix: 'hl-' }).children, 0);
  return {
    names,
    pieces: cutPairs(
      pairs,
      pieces.map(({ length }) => length),
    ),
  };
}

/** The innermost element's first class counts. Further classes only refine it. */
function classIndex(names: string[], own: unknown, outer: number): number {
  if (!Array.isArray(own)) return outer;
  const name = String(own[0]);
  const index = names.indexOf(name);
  return index >= 0 ? index : names.push(name) - 1;
}

function cutPairs(pairs: readonly (readonly [name: number, length: number])[], lengths: readonly number[]): readonly Uint32Array[] {
  let next = 0;
  let used = 0;
  return lengths.map((length) => {
    const row: number[] = [];
    for (let remaining = length; remaining > 0;) {
      const [name, all] = pairs[next] ?? [0, remaining];
      const taken = Math.min(remaining, all - used);
      row.push(name, taken);
      remaining -= taken;
      used += taken;
      if (used < all) continue;
      used = 0;
      next += 1;
    }
    return Uint32Array.from(row);
  });
}
