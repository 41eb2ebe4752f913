import { writeSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { plainConversationSettings } from '../../../electron/contract/constants.ts';
import { openDrafts } from '../../../electron/core/drafts/drafts.ts';
import { openHistory } from '../../../electron/core/history/history.ts';
import type { WriterReport } from './writer-report.ts';
import { must } from '../../support/must.ts';

/** Writes to a history endlessly, and prints what was acknowledged. To be killed. */
const [folder = '', round = '0'] = process.argv.slice(2);

/** Writes directly to the pipe, so that no line is buffered in this process. */
function print(report: WriterReport): void {
  writeSync(1, `${JSON.stringify(report)}\n`);
}

const history = openHistory({
  folder,
  clock: { now: () => Date.now() },
  onChange: () => undefined,
  onPurged: () => undefined,
  onProblem: ({ reason }) => print({ kind: 'trouble', message: reason }),
});
const drafts = await openDrafts(folder);

async function converse(writer: number): Promise<never> {
  for (let turn = 0; ; turn += 1) {
    const name = `${round}.${writer}.${turn}`;
    const { id: conversationId } = must(await history.begin({ kind: 'chat', title: `title ${name}`, settings: plainConversationSettings }));
    const question = must(await history.add({ conversationId, parentId: null, role: 'user', text: `question ${name}`, attachments: [] }));
    print({ kind: 'question', id: question.id, text: `question ${name}` });
    const { id } = must(await history.add({ conversationId, parentId: question.id, role: 'assistant', model: 'm', mode: 'proxy' }));
    history.grow(id, [{ kind: 'part', index: 0, part: { kind: 'text', text: '' } }]);
    let text = '';
    const words = turn % 2 === 0 ? 20 : 400;
    for (let word = 0; word < words; word += 1) {
      const more = `w${word} `;
      text += more;
      history.grow(id, [{ kind: 'append', index: 0, text: more }], [{ text: more, logprob: -1, alternatives: [], kind: 'content' }]);
      print({ kind: 'grown', id, length: text.length });
      await pause(5);
    }
    const answer = {
      parts: [{ kind: 'text', text }],
      finish: 'stop',
      usage: null,
      metrics: null,
      logprobs: null,
      timings: { firstTokenMs: 1, totalMs: 1, tokensPerSecond: 1, rateFrom: 'chunks' },
      notes: [],
    } as const;
    must(await history.finish({ messageId: id, end: { state: 'complete', answer, failure: null, mode: 'proxy', request: null } }));
    print({ kind: 'finished', id, text });
    must(await history.change({ id: conversationId, change: { title: `named ${name}` } }));
    print({ kind: 'named', id: conversationId, title: `named ${name}` });
  }
}

async function draft(): Promise<never> {
  for (let version = 0; ; version += 1) {
    must(await drafts.keep('conversation', `${round} ${version}`));
    print({ kind: 'draft', round: Number(round), version });
    await pause(20);
  }
}

/** Shows that neither the program nor the thread of the history is suspended. */
async function pulse(): Promise<never> {
  for (;;) {
    must(await history.list({ shelf: 'current', limit: 1 }));
    print({ kind: 'pulse', at: Date.now() });
    await pause(5);
  }
}

must(await history.list({ shelf: 'current', limit: 1 }));
print({ kind: 'ready' });
await Promise.all([converse(0), converse(1), draft(), pulse()]);
