/** A source of variation. The same seed gives the same answer. */
export interface Random {
  readonly pick: <T>(choices: readonly [T, ...T[]]) => T;
}

/** Creates a seeded generator (mulberry32). */
function seeded(seed: string): Random {
  let state = hash(seed);
  /** At least 0, below 1. */
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  return { pick: (choices) => choices[Math.floor(next() * choices.length)] ?? choices[0] };
}

/** Returns the 32-bit FNV-1a hash of a text. */
export function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  return value >>> 0;
}

/** Returns the source for a request: none at temperature 0, seeded, or from `entropy`. */
export function randomFor(
  request: { readonly temperature?: number | null | undefined; readonly seed?: number | null | undefined },
  entropy: () => number,
): Random {
  if (request.temperature === 0) return { pick: ([first]) => first };
  if (request.seed !== undefined && request.seed !== null) return seeded(`${request.seed}/${request.temperature ?? 1}`);
  return seeded(String(entropy()));
}
