/** Matches at a position, then calls `then`. Returns true if both match. */
type Node = (at: number, then: (at: number) => boolean) => boolean;

/**
 * Counts the steps a backtracking engine takes to find every match of a pattern. A pattern that is linear on hostile texts here is
 * linear in V8 on every machine. Supports the syntax of our patterns, and throws for any other.
 */
export function regExpSteps({ source, flags }: RegExp, text: string): number {
  let steps = 0;
  let at = 0;

  const isOne = (piece: string): ((char: string) => boolean) => {
    const known = new Map<string, boolean>();
    const pattern = new RegExp(`^${piece}$`, flags.replaceAll(/[gmy]/g, 's'));
    return (char) => {
      if (!known.has(char)) known.set(char, pattern.test(char));
      return known.get(char) === true;
    };
  };
  const isWord = (index: number): boolean => /\w/.test(text.charAt(index));
  const peek = (word: string): boolean => source.startsWith(word, at);
  const take = (pattern: RegExp): string | undefined => {
    const found = new RegExp(pattern.source, 'y');
    found.lastIndex = at;
    const [whole] = found.exec(source) ?? [];
    at += whole?.length ?? 0;
    return whole;
  };

  const alternatives = (): Node => {
    const branches = [sequence()];
    while (take(/\|/)) branches.push(sequence());
    return (from, then) => branches.some((branch) => branch(from, then));
  };
  const sequence = (): Node => {
    const terms: Node[] = [];
    while (at < source.length && !peek('|') && !peek(')')) terms.push(term());
    return terms.reduceRight<Node>(
      (rest, first) => (from, then) => first(from, (next) => rest(next, then)),
      (from, then) => then(from),
    );
  };
  const group = (): Node => {
    const kind = take(/\((?:\?(?:<=|<!|[:=!]|<\w+>))?/);
    const inside = alternatives();
    if (!take(/\)/)) throw new Error(`a group of ${source} does not end`);
    const isThere = (from: number): boolean => inside(from, () => true);
    // Supports look-behind of one character only.
    const isBehind = (from: number): boolean => from > 0 && inside(from - 1, (to) => to === from);
    if (kind === '(?=') return (from, then) => isThere(from) && then(from);
    if (kind === '(?!') return (from, then) => !isThere(from) && then(from);
    if (kind === '(?<=') return (from, then) => isBehind(from) && then(from);
    if (kind === '(?<!') return (from, then) => !isBehind(from) && then(from);
    return inside;
  };
  const term = (): Node => {
    if (take(/\^/)) return (from, then) => (from === 0 || (flags.includes('m') && text[from - 1] === '\n')) && then(from);
    if (take(/\$/)) return (from, then) => (from === text.length || (flags.includes('m') && text[from] === '\n')) && then(from);
    if (take(/\\b/)) return (from, then) => isWord(from - 1) !== isWord(from) && then(from);
    if (peek('(')) return repeated(group());
    const piece = take(/\[(?:\\.|[^\]\\])*\]|\\.|[^\\()|]/);
    if (piece === undefined) throw new Error(`${source} is not understood at ${at}`);
    return repeatedOne(isOne(piece));
  };
  const quantifier = (): { readonly least: number; readonly most: number; readonly isLazy: boolean } | undefined => {
    const written = take(/[*+?]|\{\d+(?:,\d*)?\}/);
    if (written === undefined) return undefined;
    const [least = '0', most = least] = written.startsWith('{') ? written.slice(1, -1).split(',') : [];
    const bounds = { '*': [0, Infinity], '+': [1, Infinity], '?': [0, 1] }[written] ?? [
      Number(least),
      most === '' ? Infinity : Number(most),
    ];
    return { least: bounds[0] ?? 0, most: bounds[1] ?? Infinity, isLazy: take(/\?/) !== undefined };
  };
  const repeatedOne = (fits: (char: string) => boolean): Node => {
    const { least, most, isLazy } = quantifier() ?? { least: 1, most: 1, isLazy: false };
    const isFit = (index: number): boolean => {
      steps += 1;
      return index < text.length && fits(text.charAt(index));
    };
    return (from, then) => {
      let count = 0;
      if (isLazy) {
        for (; count < most; count += 1) {
          if (count >= least && then(from + count)) return true;
          if (!isFit(from + count)) return false;
        }
        return then(from + count);
      }
      while (count < most && isFit(from + count)) count += 1;
      for (; count >= least; count -= 1) {
        steps += 1;
        if (then(from + count)) return true;
      }
      return false;
    };
  };
  const repeated = (inside: Node): Node => {
    const bounds = quantifier();
    if (!bounds) return inside;
    const { least, most, isLazy } = bounds;
    const more =
      (count: number): Node =>
      (from, then) => {
        steps += 1;
        const again = (): boolean => count < most && inside(from, (to) => to > from && more(count + 1)(to, then));
        if (count < least) return again();
        return isLazy ? then(from) || again() : again() || then(from);
      };
    return more(0);
  };

  const whole = alternatives();
  for (let from = 0; from <= text.length;) {
    let end = -1;
    steps += 1;
    const isFound = whole(from, (to) => {
      end = to;
      return true;
    });
    if (isFound && !flags.includes('g')) break;
    from = isFound && end > from ? end : from + 1;
  }
  return steps;
}
