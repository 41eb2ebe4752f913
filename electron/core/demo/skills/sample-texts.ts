/** Longer texts would block the program that the demo is part of. */
const maxLength = 50_000;

const paragraphs = [
  'A causeway is a raised road over low or wet ground. It does not remove the water; it carries you over it, at the same pace in every season.',
  'A request goes from the window to the core and from the core to the service. Its answer comes back the same way, one piece at a time.',
  'Here’s a list, because long answers have lists:\n\n- one item with `code`\n- one in **bold**\n- one with a [link](https://localhost/) that goes nowhere',
  'Here’s a block of code:\n\n```ts\nconst stages = ["window", "core", "tunnel", "engine"] as const;\nfor (const stage of stages) console.log(stage);\n```',
  'Here’s a table:\n\n| stage | what it does |\n|---|---|\n| window | shows answers |\n| core | sends requests |\n| tunnel | forwards connections |',
  'And a formula, inline $a^2 + b^2 = c^2$ and on its own:\n\n$$\n\\sum_{k=1}^{n} k = \\frac{n(n+1)}{2}\n$$',
] as const;

/** Returns Markdown of at least this many words or paragraphs. */
export function longText(amount: number, inWords: boolean): string {
  const parts: string[] = [];
  for (let count = 0, index = 0; count < Math.min(amount, maxLength); index += 1) {
    const paragraph = paragraphs[index % paragraphs.length] ?? paragraphs[0];
    const isNewChapter = index % paragraphs.length === 0;
    parts.push(isNewChapter ? `## Part ${index / paragraphs.length + 1}\n\n${paragraph}` : paragraph);
    count += inWords ? paragraph.split(/\s+/).length : 1;
  }
  return parts.join('\n\n');
}

const examples: readonly { readonly asked: RegExp; readonly shown: string }[] = [
  {
    asked: /\b(?:code|program|function|script|snippet|python|typescript|javascript)\b/i,
    shown:
      '```python\ndef fibonacci(n: int) -> list[int]:\n    """Return the first n Fibonacci numbers."""\n    numbers = [0, 1]\n    while len(numbers) < n:\n        numbers.append(numbers[-1] + numbers[-2])\n    return numbers[:n]\n\nprint(fibonacci(10))  # [0, 1, 1, 2, 3, 5, 8, 13, 21, 34]\n```',
  },
  {
    asked: /\btables?\b/i,
    shown:
      '| model | engine | speed | good for |\n|---|---|---:|---|\n| `alpha-R1` | SGLang | 36 tokens/s | long reasoning |\n| `beta-4-scout` | vLLM | 83 tokens/s | short answers, tools |\n| `gamma-oss-120b` | vLLM | 180 tokens/s | tools, reasoning by effort |',
  },
  {
    asked: /\b(?:formulas?|equations?|latex|maths?|integral)\b/i,
    shown: 'Inline: $e^{i\\pi} + 1 = 0$. On its own:\n\n$$\n\\int_{-\\infty}^{\\infty} e^{-x^2}\\,dx = \\sqrt{\\pi}\n$$',
  },
  {
    asked: /\b(?:mermaid|diagram|flow ?chart)\b/i,
    shown: '```mermaid\nflowchart LR\n  you --> instance --> server[inference server] --> engine\n  you --> proxy --> engine\n```',
  },
];

/** Returns the examples that a question asks for: code, a table, a formula, a diagram. */
export function findExamples(question: string): readonly string[] {
  const isAll = /\bmarkdown\b|\beverything\b/i.test(question);
  return examples.filter(({ asked }) => isAll || asked.test(question)).map(({ shown }) => shown);
}
