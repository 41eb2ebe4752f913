import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { createBlockSplitter, type SplitText } from '../../../electron/markdown/block-splitter.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void; // defined by the flag

const size = 4 * 1024 * 1024;
const lines = (line: string) => line.repeat(Math.ceil(size / line.length));

/** Returns what a message retains besides its own text, in bytes per character. The text has one byte each. */
function retainedBytes(text: string): number {
  collect();
  const before = process.memoryUsage().heapUsed;
  const splitter = createBlockSplitter();
  const split: SplitText = splitter.update(text);
  collect();
  const bytes = process.memoryUsage().heapUsed - before;
  expect(split.sections.length + split.recent.length).toBeGreaterThan(0); // still reachable
  expect(splitter.lexedCharacters()).toBeGreaterThan(0);
  return bytes / text.length;
}

test.each([
  ['code', () => `\`\`\`python\n${lines('print("one line of a long program")\n')}`],
  ['code that has ended, and the words behind it', () => `\`\`\`\n${lines('x = 1\n')}\`\`\`\n\nSo much for that.`],
  ['paragraphs', () => lines(`${'A paragraph of some words, and of some more. '.repeat(20)}\n\n`)],
])('retains a long message of %s once beside its text (catches a leftover that holds all it was cut from)', (_what, make) => {
  // the first run creates what is created once
  retainedBytes(make().slice(0, 100_000));
  const text = make();
  text.charCodeAt(0); // flattened before the measurement
  expect(retainedBytes(text)).toBeLessThan(1.7);
});
