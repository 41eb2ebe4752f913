import type { Skill } from './skill.ts';

/** More would hold up the program the demo is part of. */
const most = 50_000;

const paragraphs = [
  'A causeway is a raised road over low or wet ground. It does not remove the water; it carries you over it, at the same pace in every season.',
  'A request walks one straight road: from the window to the core, from the core to the service, and its answer walks back the same way.',
  'Here is a list, because long answers have lists:\n\n- one thing, with `code` in it\n- another, with **weight**\n- a third, with a [name](https://localhost/) that leads nowhere',
  'Here is a block of code:\n\n```ts\nconst road = ["window", "core", "tunnel", "engine"] as const;\nfor (const station of road) console.log(station);\n```',
  'Here is a table:\n\n| station | what it does |\n|---|---|\n| window | shows |\n| core | decides |\n| tunnel | carries |',
  'And a formula, inline $a^2 + b^2 = c^2$ and on its own:\n\n$$\n\\sum_{k=1}^{n} k = \\frac{n(n+1)}{2}\n$$',
] as const;

/** Writes as much as it is asked for, in mixed Markdown: for trying out long answers. */
export const longTextSkill: Skill = {
  aim: 'write a text of the length that was asked for',
  answer: (about) => {
    const asked = /\b(?:write|give|produce|generate|answer)\b.*?\b(\d[\d,]*) (words|paragraphs)\b/is.exec(about.question);
    const [, digits, unit] = asked ?? [];
    if (digits === undefined) return undefined;
    return longText(Math.min(Number(digits.replaceAll(',', '')), most), unit === 'words');
  },
};

function longText(amount: number, inWords: boolean): string {
  const parts: string[] = [];
  for (let count = 0, index = 0; count < amount; index += 1) {
    const paragraph = paragraphs[index % paragraphs.length] ?? paragraphs[0];
    const isNewChapter = index % paragraphs.length === 0;
    parts.push(isNewChapter ? `## Part ${index / paragraphs.length + 1}\n\n${paragraph}` : paragraph);
    count += inWords ? paragraph.split(/\s+/).length : 1;
  }
  return parts.join('\n\n');
}
