import type { Skill } from './skill.ts';

interface Exhibit {
  readonly asked: RegExp;
  readonly shown: string;
}

const exhibits: readonly Exhibit[] = [
  {
    asked: /\b(?:code|program|function|script|snippet|python|typescript|javascript)\b/i,
    shown:
      '```python\ndef fibonacci(n: int) -> list[int]:\n    """The first n Fibonacci numbers."""\n    numbers = [0, 1]\n    while len(numbers) < n:\n        numbers.append(numbers[-1] + numbers[-2])\n    return numbers[:n]\n\nprint(fibonacci(10))  # [0, 1, 1, 2, 3, 5, 8, 13, 21, 34]\n```',
  },
  {
    asked: /\btables?\b/i,
    shown:
      '| model | engine | speed | good for |\n|---|:---:|---:|---|\n| `alpha-R1` | B | 36 tokens/s | long thought |\n| `beta-4-scout` | A | 83 tokens/s | short answers, tools |\n| `gamma-oss-120b` | A | 180 tokens/s | tools, thought by effort |',
  },
  {
    asked: /\b(?:formulas?|equations?|latex|maths?|integral)\b/i,
    shown: 'Inline, $e^{i\\pi} + 1 = 0$; and on its own:\n\n$$\n\\int_{-\\infty}^{\\infty} e^{-x^2}\\,dx = \\sqrt{\\pi}\n$$',
  },
  {
    asked: /\b(?:mermaid|diagram|flow ?chart)\b/i,
    shown: '```mermaid\nflowchart LR\n  you --> instance --> server[inference server] --> engine\n  you --> proxy --> engine\n```',
  },
];

/** Shows what an answer can look like: code, a table, a formula, a diagram. */
export const showcaseSkill: Skill = {
  aim: 'show an example of what was asked for',
  answer: (about, random) => {
    if (!/\b(?:show|write|give|make|draw|example|need|want|create|display)\b/i.test(about.question)) return undefined;
    const wanted = /\bmarkdown\b|\beverything\b/i.test(about.question)
      ? exhibits
      : exhibits.filter((each) => each.asked.test(about.question));
    if (wanted.length === 0) return undefined;
    const opening = random.pick(['Here you are.', 'Like this, for example.', 'An example from the demo’s shelf.']);
    return [opening, ...wanted.map((each) => each.shown)].join('\n\n');
  },
};
