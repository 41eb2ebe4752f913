import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { Pool } from 'undici';
import { plainCapabilities } from '../../../electron/contract/catalog.ts';
import { plainConversationSettings } from '../../../electron/contract/constants.ts';
import type { StoredMessage } from '../../../electron/contract/history.ts';
import type { Profile } from '../../../electron/contract/profile.ts';
import { createCore, type Core } from '../../../electron/core/create-core.ts';
import { createMemoryVault } from '../../../electron/core/credentials/credentials.ts';
import { systemClock } from '../../../electron/core/program-start.ts';
import { ratio, type Figure } from '../../support/bench-report.ts';
import { must } from '../../support/must.ts';

/** The only model and segment. */
const model = 'bench';

/** The server's port, and the authority of its certificate. */
export interface SendServer {
  readonly port: number;
  readonly ca: string;
}

/** Times in ms from `chat.send` to the request's arrival at the server, and the same for a bare request. */
interface SendTimes {
  readonly first: number[];
  readonly later: number[];
  readonly bare: number[];
}

/** The pause between messages, in which the search index catches up. A user takes longer. */
const restMs = 30;
/** The number of turns of the conversation for later messages. */
const turns = 20;

/**
 * Measures the time from `chat.send` to the request on the wire: the whole core, including the history's file. Alternately, undici
 * sends the same body over a warm connection to the same server, which runs on its own thread.
 */
export async function measureSend(runs: number): Promise<readonly Figure[]> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'causeway-bench-send-'));
  const worker = new Worker(new URL('./send-server.ts', import.meta.url), { workerData: model });
  const [{ port, ca }] = (await once(worker, 'message')) as [SendServer];
  const core = await openCore(folder, port, ca);
  const pool = new Pool(`https://localhost:${port}`, { connect: { ca }, pipelining: 1 });
  const times: SendTimes = { first: [], later: [], bare: [] };
  try {
    const long = await fillConversation(core);
    for (let run = -5; run < runs; run += 1) {
      const [first, later, bare] = [
        (await send(core, randomUUID(), null)).ms,
        (await send(core, long.conversationId, long.id)).ms,
        await sendBare(pool),
      ];
      if (run < 0) continue; // warm-up
      times.first.push(first);
      times.later.push(later);
      times.bare.push(bare);
    }
  } finally {
    await pool.close();
    await core.dispose();
    await worker.terminate();
    await rm(folder, { recursive: true, force: true });
  }
  return figuresOf(times);
}

function figuresOf({ first, later, bare }: SendTimes): readonly Figure[] {
  const middle = (series: readonly number[]): Pick<Figure, 'value' | 'spread'> =>
    ratio(
      series,
      series.map(() => 1),
    );
  const unit = 'x of a bare undici request';
  return [
    { name: 'send-first-message', ...ratio(first, bare), unit, better: 'lower' },
    { name: 'send-later-message', ...ratio(later, bare), unit, better: 'lower' },
    { name: 'send-first-message-ms', ...middle(first), unit: 'ms', better: 'lower' },
    { name: 'send-later-message-ms', ...middle(later), unit: 'ms', better: 'lower' },
    { name: 'send-bare-ms', ...middle(bare), unit: 'ms', better: 'lower' },
  ];
}

async function openCore(folder: string, port: number, ca: string): Promise<Core> {
  const caFile = path.join(folder, 'authority.pem');
  await writeFile(caFile, ca);
  const profile: Profile = {
    id: 'bench',
    mode: 'direct',
    directRoute: 'straight',
    instance: null,
    service: {
      name: 'Bench',
      baseUrl: `https://localhost:${port}`,
      inferenceServer: '127.0.0.1',
      caFile,
      catalog: [{ segment: model, engine: 'vllm', models: [{ id: model, capabilities: plainCapabilities }] }],
    },
  };
  const folders = { data: path.join(folder, 'data'), logs: path.join(folder, 'logs') };
  const core = await createCore({
    clock: systemClock,
    vault: createMemoryVault(),
    environment: {},
    app: { version: '1.2.3', shell: 'desktop', platform: 'test', electron: '', isOfficialRuntime: true, folders },
    profile,
  });
  const signal = new AbortController().signal;
  must(await core.handlers['settings.change']({ chat: { ...core.settings.read().chat, makesTitles: false } }, { signal }));
  must(await core.handlers['connection.refresh'](undefined, { signal }));
  return core;
}

async function fillConversation(core: Core): Promise<StoredMessage> {
  let { answer } = await send(core, randomUUID(), null);
  for (let turn = 1; turn < turns; turn += 1) ({ answer } = await send(core, answer.conversationId, answer.id));
  return answer;
}

/** Sends a message, waits for its answer, and reads the request's arrival time from it. */
async function send(
  core: Core,
  conversationId: string,
  parentId: string | null,
): Promise<{ readonly ms: number; readonly answer: StoredMessage }> {
  const ended = Promise.withResolvers<Extract<StoredMessage, { role: 'assistant' }>>();
  const idle = Promise.withResolvers<undefined>();
  const stop = core.listen(({ event, payload }) => {
    if (event === 'chat.message' && payload.role === 'assistant' && payload.state !== 'running') ended.resolve(payload);
    if (event === 'chat.turns' && payload.length === 0) idle.resolve(undefined);
  });
  await pause(restMs);
  const from = process.hrtime.bigint();
  const settings = { ...plainConversationSettings, model };
  const turn = { conversationId, messageId: randomUUID(), parentId, text: question, attachments: [], settings };
  must(await core.handlers['chat.send'](turn, { signal: new AbortController().signal }));
  const answer = await ended.promise;
  await idle.promise;
  stop();
  if (answer.state !== 'complete') throw new Error(`the answer ended as ${answer.state}: ${JSON.stringify(answer.failure)}`);
  const [part] = answer.answer.parts;
  return { ms: millisecondsBetween(from, part?.kind === 'text' ? part.text : ''), answer };
}

const question = 'How long is the longest bridge that was ever built of wood alone, and where does it stand?';

async function sendBare(pool: Pool): Promise<number> {
  const body = JSON.stringify({ model, messages: [{ role: 'user', content: question }], stream: true });
  const headers = { 'content-type': 'application/json' };
  await pause(restMs);
  const from = process.hrtime.bigint();
  const response = await pool.request({ method: 'POST', path: `/${model}/v1/chat/completions`, headers, body });
  const { choices } = (await response.body.json()) as { choices: readonly { message: { content: string } }[] };
  return millisecondsBetween(from, choices[0]?.message.content ?? '');
}

function millisecondsBetween(from: bigint, to: string): number {
  return Number(BigInt(to) - from) / 1e6;
}
