/** An arithmetic expression found in a text. */
export interface Sum {
  readonly expression: string;
  /** Not finite if there is no value, as for a division by zero. */
  readonly value: number;
}

const spoken: readonly (readonly [RegExp, string])[] = [
  [/\bplus\b/gi, '+'],
  [/\bminus\b|−/gi, '-'],
  [/\btimes\b|\bmultiplied by\b|[×·]|(?<=\d\s*)x(?=\s*\d)/gi, '*'],
  [/\bdivided by\b|÷/gi, '/'],
  [/\bto the power of\b|\*\*/gi, '^'],
];

/** Returns the first expression in a text that can be evaluated. Dates and addresses don't count. */
export function findSum(text: string): Sum | undefined {
  const written = spoken.reduce((result, [words, sign]) => result.replaceAll(words, sign), text.replaceAll(/\d{4}-\d{2}-\d{2}/g, ' '));
  for (const [candidate] of written.matchAll(/[-(\d][\d\s.+\-*/^()]*/g)) {
    const expression = candidate.trim().replace(/[.\s(+\-*/^]+$/, '');
    if (!/[\d)]\s*[-+*/^]\s*[-(\d]/.test(expression)) continue;
    const value = evaluate(expression);
    if (value !== undefined) return { expression: expression.replaceAll(/\s*([-+*/^])\s*/g, ' $1 '), value };
  }
  return undefined;
}

/** Formats a number without rounding noise. */
export function plainNumber(value: number): string {
  return String(Number(value.toPrecision(12)));
}

function evaluate(expression: string): number | undefined {
  const signs = expression.match(/\d+(?:\.\d+)?|[-+*/^()]|\S/g) ?? [];
  let at = 0;
  const take = (...wanted: readonly string[]): string | undefined => {
    const sign = signs[at];
    if (sign === undefined || !wanted.includes(sign)) return undefined;
    at += 1;
    return sign;
  };
  const primary = (): number => {
    if (take('-')) return -power();
    if (take('(')) {
      const inner = additive();
      return take(')') ? inner : Number.NaN;
    }
    const sign = signs[at] ?? '';
    at += 1;
    return /^\d/.test(sign) ? Number(sign) : Number.NaN;
  };
  const power = (): number => {
    const base = primary();
    return take('^') ? base ** power() : base;
  };
  const multiplicative = (): number => {
    let value = power();
    for (let sign = take('*', '/'); sign; sign = take('*', '/')) value = sign === '*' ? value * power() : value / power();
    return value;
  };
  function additive(): number {
    let value = multiplicative();
    for (let sign = take('+', '-'); sign; sign = take('+', '-')) {
      value = sign === '+' ? value + multiplicative() : value - multiplicative();
    }
    return value;
  }
  const value = additive();
  // NaN means invalid syntax; 0/0 is excluded with it, which does no harm
  return at === signs.length && !Number.isNaN(value) ? value : undefined;
}
