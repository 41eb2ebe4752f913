export type RecordingKind = 'text' | 'thinking' | 'tagged' | 'tools';

const words = [
  'The ',
  'tunnel ',
  'carries ',
  'each ',
  'request',
  ', ',
  'and ',
  'its ',
  'answer ',
  'walks ',
  'back',
  '.\n\n',
  '`code` ',
  'naïve ',
  '漢字 ',
  '1 < 2 ',
];

/** Creates a stream in the engines' format, with one event per token. Deterministic for its arguments. */
export function recordStream(kind: RecordingKind, chunks: number) {
  let characters = 0;
  const word = (at: number): string => {
    const next = words[(at * 7 + (at >> 4)) % words.length] ?? '';
    characters += next.length;
    return next;
  };
  const head = { id: 'chatcmpl-7f1f3f7c6b0e4d4a9a2e5c1d', object: 'chat.completion.chunk', created: 1_767_225_600, model: 'alpha-R1' };
  const event = (delta: unknown, finish: string | null = null): Uint8Array =>
    Buffer.from(
      `data: ${JSON.stringify({ ...head, choices: [{ index: 0, delta, logprobs: null, finish_reason: finish, matched_stop: null }] })}\n\n`,
    );
  const half = Math.floor(chunks / 2);
  const deltaAt = (at: number): unknown => {
    switch (kind) {
      case 'text':
        return { content: word(at) };
      case 'thinking':
        return at < half ? { content: null, reasoning_content: word(at) } : { content: word(at), reasoning_content: null };
      case 'tagged':
        return { content: `${at === 0 ? '<think>' : at === half ? '</think>' : ''}${word(at)}` };
      case 'tools':
        return { tool_calls: [callAt(at, chunks, word)] };
    }
  };
  const usage = { prompt_tokens: 20, completion_tokens: chunks, total_tokens: chunks + 20 };
  const pieces = [
    event({ role: 'assistant', content: '' }),
    ...Array.from({ length: chunks }, (_, at) => event(deltaAt(at))),
    event({}, kind === 'tools' ? 'tool_calls' : 'stop'),
    Buffer.from(`data: ${JSON.stringify({ ...head, choices: [], usage })}\n\n`),
    Buffer.from('data: [DONE]\n\n'),
  ];
  return { pieces, chunks: pieces.length - 1, characters };
}

/** A stream's bytes, chunked as by a network, and their content. */
export type Recording = ReturnType<typeof recordStream>;

/** The `openai` package accepts at most 128 calls in one answer. */
const mostCalls = 100;

/** Creates sequential calls of at least 100 deltas each: id and name, then a JSON string word by word. */
function callAt(at: number, chunks: number, word: (at: number) => string): unknown {
  const length = Math.max(100, Math.ceil(chunks / mostCalls));
  const index = Math.floor(at / length);
  const step = at % length;
  if (step === 0) return { index, id: `call_${index}`, type: 'function', function: { name: 'lookup', arguments: '{"q": "' } };
  const isLast = step === length - 1 || at === chunks - 1;
  return { index, function: { arguments: isLast ? '"}' : word(at).replace('\n\n', ' ') } };
}
