/** The speed of a stream. */
export interface Pace {
  readonly chunksPerSecond: number;
  readonly charactersPerChunk: number;
  readonly characters: number;
}

/** Delivers a text chunk by chunk until the time is over, each in its own task like messages of the main process. */
export function streamText(text: string, pace: Pace, milliseconds: number, onChunk: (chunk: string) => void): Promise<void> {
  return new Promise((resolve) => {
    const started = performance.now();
    const { port1, port2 } = new MessageChannel();
    const total = Math.ceil(text.length / pace.charactersPerChunk);
    let sent = 0;
    let delivered = 0;
    const isTooLate = (): boolean => performance.now() - started > milliseconds * 2;
    const end = (): void => {
      clearInterval(timer);
      port1.close();
      resolve();
    };
    port1.addEventListener('message', () => {
      if (isTooLate()) {
        end(); // here, too, because slow chunks keep the timer from running
        return;
      }
      onChunk(text.slice(delivered * pace.charactersPerChunk, (delivered + 1) * pace.charactersPerChunk));
      delivered += 1;
    });
    port1.start();
    const timer = setInterval(() => {
      const passed = performance.now() - started;
      const isOver = passed > milliseconds || delivered >= total;
      const due = Math.min(total, Math.floor((passed / 1000) * pace.chunksPerSecond));
      // undelivered chunks wait, as they would in the channel, and are not sent twice
      if (!isOver) for (; sent < due; sent += 1) port2.postMessage(null);
      if (isOver && (delivered >= sent || isTooLate())) end();
    }, 4);
  });
}

const paragraphs = [
  'The tunnel is opened first, and **only then** is the key asked for. A causeway does not remove the water; it carries you over it, at the same pace in every season, with `core/upstream` below and the road above.\n\n',
  '## What the measurements say\n\nAt 40 ms of delay the *stock* window is refilled too late; see [the notes](https://example.org/notes) and compare $t = \\frac{w}{r}$ with what was measured.\n\n',
  '1. Open the session channel at once.\n2. Set `setNoDelay(true)`; a third of the runs fell to a sixth of the speed without it.\n3. Keep the window topped up:\n   - while the reader keeps up\n   - and no longer\n\n',
  '| Way | Rate | Remark |\n|-----|-----:|--------|\n| direct | 38 MiB/s | as OpenSSH |\n| refilled | 124 MiB/s | **three times** as fast |\n| stalled | 0 | bounded |\n\n',
  '```ts\nexport function refill(window: Window, reader: Reader): number {\n  // only while the reader keeps up\n  const wanted = reader.isBehind ? 0 : window.size - window.left;\n  return Math.min(wanted, 128 * 1024);\n}\n```\n\n',
  '> What is not measured is not known, and what is measured once is known once.\n\n- [x] measured\n- [ ] measured again\n\n',
];
const code = [
  'def transform(rows: list[dict[str, float]]) -> list[float]:\n',
  '    """Takes the rows and gives their norms."""\n',
  '    return [sum(value * value for value in row.values()) ** 0.5 for row in rows]\n',
  '\n',
  'for index, norm in enumerate(transform(load("measurements.csv"))):  # one line for each\n',
  '    print(f"{index:6d} {norm:12.6f}")\n',
];
const thoughts = [
  'The user asks about the window. Let me think about what limits it: the refill comes at half, so at a long delay the sender waits. ',
  'Hmm, but that would mean that a larger window alone helps. Let me check the numbers again before I say so. ',
  'Wait, the reader may be slow; then a large window only fills memory.\n\n',
];
/** A formula that is left open before each fence, and text of a kind that a lexer may read again and again. */
const hostile = ['\\[ x\n```\nb\n```\n', '- a\n  ```\n  ```\n```\nb\n```\n', `${'a**b_[$`'.repeat(40)}\n\n`];
/** The rows of one JSON array without a line break, as a model writes a call's arguments. */
const rows = [
  '{"id":17,"norm":0.4826,"site":"north","note":"as measured, \\"twice\\""},',
  '{"id":18,"norm":1.2,"site":"süd","note":null},',
];

export type SampleKind = 'mixed' | 'fence' | 'reasoning' | 'hostile' | 'arguments';

const samples: Readonly<Record<SampleKind, { readonly start: string; readonly units: readonly string[] }>> = {
  mixed: { start: '', units: paragraphs },
  fence: { start: '```python\n', units: code },
  reasoning: { start: '', units: thoughts },
  hostile: { start: '', units: hostile },
  arguments: { start: '{"rows":[', units: rows },
};

/** Returns a text of a given length, the same for the same seed. */
export function sampleText(kind: SampleKind, characters: number, seed: number): string {
  const { start, units } = samples[kind];
  const pieces: string[] = [];
  let length = 0;
  for (let index = seed; length < characters; index += 1) {
    const unit = units[index % units.length] ?? '';
    pieces.push(unit);
    length += unit.length;
  }
  const text = start + pieces.join('').slice(0, characters);
  return kind === 'arguments' ? `${text.slice(0, text.lastIndexOf('},') + 1)}]}` : text;
}
