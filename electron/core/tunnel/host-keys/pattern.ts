/** Returns whether a text matches an OpenSSH pattern: `*` matches any characters, `?` exactly one. */
export function matchesPattern(text: string, pattern: string): boolean {
  // Uses two pointers and one backtracking point instead of a regular expression, so that no pattern takes exponential time.
  let at = 0;
  let inPattern = 0;
  let star = -1;
  let resumeAt = 0;
  while (at < text.length) {
    const expected = pattern[inPattern];
    if (expected === '*') {
      star = inPattern;
      resumeAt = at;
      inPattern += 1;
    } else if (expected === '?' || (expected !== undefined && expected === text[at])) {
      at += 1;
      inPattern += 1;
    } else if (star >= 0) {
      resumeAt += 1;
      at = resumeAt;
      inPattern = star + 1;
    } else return false;
  }
  while (pattern[inPattern] === '*') inPattern += 1;
  return inPattern === pattern.length;
}

/** Returns whether a text matches a list of patterns: at least one, and none negated with `!`. */
export function matchesPatterns(text: string, patterns: readonly string[]): boolean {
  let isMatched = false;
  for (const pattern of patterns) {
    if (pattern.startsWith('!')) {
      if (matchesPattern(text, pattern.slice(1))) return false;
    } else if (matchesPattern(text, pattern)) isMatched = true;
  }
  return isMatched;
}

/** Returns whether a host name matches a comma-separated list, ignoring case. */
export function matchesHostList(host: string, list: string): boolean {
  return matchesPatterns(host.toLowerCase(), list.toLowerCase().split(','));
}
