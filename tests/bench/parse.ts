import { Readable } from 'node:stream';
import v8 from 'node:v8';
import vm from 'node:vm';
import OpenAI from 'openai';
import { createAnswerReader } from '../../electron/core/llm-client/response/answer-reader.ts';
import { createAssembler } from '../../electron/core/llm-client/response/assembler.ts';
import { consumeBody } from '../../electron/core/llm-client/response/consume-body.ts';
import { figure, figureBeside, isShort, median, report, round, type Figure } from '../support/bench-report.ts';
import { recordStream, type Recording } from './parse/recorded-streams.ts';

/**
 * Compares our stream parser (body → events → parts and deltas) with the `openai` package's stream helper, and for fairness with its
 * plain iterator, on the same recorded bytes, alternately in one run.
 */
const runs = isShort ? 3 : 7;
const passes = 2;
const chunks = isShort ? 800 : 20_000;

v8.setFlagsFromString('--expose-gc');
const collect: () => void = vm.runInNewContext('gc');

type Way = (pieces: Iterable<Uint8Array>) => Promise<unknown>;

const ours: Way = async (pieces) => {
  let deltas = 0;
  const assembler = createAssembler({
    clock: { now: () => performance.now() },
    startedAt: performance.now(),
    trust: 'full',
    offered: new Set(['lookup']),
    onDelta: () => (deltas += 1),
  });
  const reader = createAnswerReader(assembler);
  const { signal } = new AbortController();
  const source = pieces[Symbol.iterator]();
  const body = new Readable({
    read() {
      const { done, value } = source.next();
      this.push(done ? null : value);
    },
  });
  const failure = await consumeBody(body, reader, { host: 'recorded', signal, firstByteMs: 60_000, idleMs: 60_000 });
  if (failure || reader.end() !== 'done' || deltas === 0) throw new Error('our way did not take the stream');
  return assembler.end(true);
};

const request = { model: 'alpha-R1', messages: [{ role: 'user', content: 'Hi' }] } satisfies Pick<
  OpenAI.ChatCompletionCreateParams,
  'model' | 'messages'
>;

/** Returns a body like undici's, with one chunk per read. */
function bodyOf(pieces: Iterable<Uint8Array>): ReadableStream<Uint8Array> {
  const source = pieces[Symbol.iterator]();
  return new ReadableStream({
    pull: (controller) => {
      const { done, value } = source.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
  });
}

/** Runs the unmodified package on the recording instead of a network. */
function clientFor(pieces: Iterable<Uint8Array>): OpenAI {
  const fetch = async (): Promise<Response> => new Response(bodyOf(pieces), { headers: { 'content-type': 'text/event-stream' } });
  return new OpenAI({ apiKey: 'none', baseURL: 'https://recorded.invalid/v1', fetch, maxRetries: 0 });
}

const helper: Way = async (pieces) => {
  let deltas = 0;
  const running = clientFor(pieces).chat.completions.stream(request);
  running.on('chunk', () => (deltas += 1));
  const final = await running.finalChatCompletion();
  if (deltas === 0) throw new Error('the helper did not take the stream');
  return final;
};

const iterator: Way = async (pieces) => {
  let text = '';
  for await (const chunk of await clientFor(pieces).chat.completions.create({ ...request, stream: true })) {
    text += chunk.choices[0]?.delta.content ?? '';
  }
  return text;
};

/**
 * Returns the chunks per CPU second of this thread, because wall time includes other load on a shared machine. An unmeasured pass
 * first clears the other parser's garbage and warms up the code. A forced collection would also discard compiled code.
 */
async function speed(way: Way, recording: Recording): Promise<number> {
  await way(recording.pieces);
  const start = process.threadCpuUsage();
  for (let pass = 0; pass < passes; pass += 1) await way(recording.pieces);
  const { user, system } = process.threadCpuUsage(start);
  return ((passes * recording.chunks) / (user + system)) * 1e6;
}

/** Measures the same right after a forced collection, for all threads. Simulates the first answer after a long pause. */
async function coldSpeed(way: Way, recording: Recording): Promise<number> {
  collect();
  const start = process.cpuUsage();
  await way(recording.pieces);
  const { user, system } = process.cpuUsage(start);
  return (recording.chunks / (user + system)) * 1e6;
}

/** Returns the bytes allocated per chunk: the heap's growth between chunks, ignoring collections. */
async function allocation(way: Way, recording: Recording): Promise<number> {
  let last = 0;
  let total = 0;
  function* counted(): Generator<Uint8Array> {
    for (const [at, piece] of recording.pieces.entries()) {
      if (at % 20 === 0) {
        const now = process.memoryUsage().heapUsed;
        if (last > 0) total += Math.max(0, now - last);
        last = process.memoryUsage().heapUsed;
      }
      yield piece;
    }
  }
  collect();
  await way(counted());
  return total / recording.chunks;
}

/** Returns the growth of live memory during a stream. */
async function live(way: Way, recording: Recording): Promise<number> {
  let atStart = 0;
  let atEnd = 0;
  function* watched(): Generator<Uint8Array> {
    for (const [at, piece] of recording.pieces.entries()) {
      if (at === 1 || at === recording.pieces.length - 1) {
        collect();
        if (at === 1) atStart = process.memoryUsage().heapUsed;
        else atEnd = process.memoryUsage().heapUsed;
      }
      yield piece;
    }
  }
  await way(watched());
  return atEnd - atStart;
}

async function alternately(
  measure: (way: Way) => Promise<number>,
  ways: readonly Way[],
  times: number,
): Promise<readonly (readonly number[])[]> {
  const series: number[][] = ways.map(() => []);
  for (let run = 0; run < times; run += 1) {
    for (const [at, way] of ways.entries()) series[at]?.push(await measure(way));
  }
  return series;
}

const helperName = 'x of openai stream helper';
const rows: Record<string, string>[] = [];
const figures: Figure[] = [];
const [ourSpeeds, helperSpeeds, iteratorSpeeds]: number[][] = [[], [], []];

for (const kind of ['text', 'thinking', 'tagged', 'tools'] as const) {
  const recording = recordStream(kind, chunks);
  const [fast = [], slow = [], plain = []] = await alternately((way) => speed(way, recording), [ours, helper, iterator], runs);
  const [lean = [], fat = []] = await alternately((way) => allocation(way, recording), [ours, helper], 3);
  ourSpeeds?.push(...fast);
  helperSpeeds?.push(...slow);
  iteratorSpeeds?.push(...plain);
  const whole = (value: number): string => Math.round(value).toLocaleString('en');
  rows.push({
    stream: kind,
    'ours, chunks/s': whole(median(fast)),
    'helper, chunks/s': whole(median(slow)),
    'iterator, chunks/s': whole(median(plain)),
    'ours, bytes/chunk': whole(median(lean)),
    'helper, bytes/chunk': whole(median(fat)),
  });
  figures.push(
    figureBeside(`speed-${kind}`, fast, slow, helperName, 3, 'higher'),
    figureBeside(`allocations-${kind}`, lean, fat, helperName, 1),
  );
}

const short = recordStream('text', chunks);
const [coldOurs = [], coldHelper = []] = await alternately((way) => coldSpeed(way, short), [ours, helper], runs);
const long = recordStream('text', chunks * 4);
const growth = async (way: Way): Promise<number> =>
  ((await live(way, long)) - (await live(way, short))) / (2 * (long.characters - short.characters));
const [flat = [], grown = []] = await alternately(growth, [ours, helper], 3);

console.table(rows);
console.log(
  `live memory gained, against the text itself as a string (2 bytes a character): ours ${round(median(flat), 2)}x, helper ${round(median(grown), 2)}x`,
);
report('parse', [
  figureBeside('speed', ourSpeeds ?? [], helperSpeeds ?? [], helperName, 3, 'higher'),
  figureBeside('speed-iterator', ourSpeeds ?? [], iteratorSpeeds ?? [], 'x of openai plain iterator', 1, 'higher'),
  figureBeside('speed-cold', coldOurs, coldHelper, helperName, 3, 'higher'),
  ...figures,
  figure('memory-growth', flat, 'x of the text itself', 1.5, { digits: 2 }),
]);
