import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { alignTokens } from '../../../electron/presentation/align-tokens.ts';
import { plainConversationSettings } from '../../../electron/contract/constants.ts';
import type { ContinuationsStarted, ContinueTextRequest } from '../../../electron/contract/chat-turn.ts';
import type { Parameters } from '../../../electron/contract/conversation.ts';
import type { StoredAnswer } from '../../../electron/contract/history.ts';
import { scoreTokens } from '../../../electron/presentation/perplexity.ts';
import type { Token } from '../../../electron/contract/tokens.ts';
import { must } from '../../support/must.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { waitOptions } from '../../support/wait-options.ts';
import { lastBody } from '../conformance/rig.ts';
import { textWith, openTestChat, textOf, type TestChat } from './chat-fixture.ts';

const never = new AbortController().signal;

const settings = (parameters: Parameters, model = 'beta-4-scout') => ({ ...plainConversationSettings, model, parameters });

async function openNotebook(folder?: string): Promise<TestChat> {
  return openTestChat({ mode: 'direct', ...(folder === undefined ? {} : { folder }) });
}

async function complete(
  talk: TestChat,
  turn: Pick<ContinueTextRequest, 'prompt' | 'settings'> & Partial<ContinueTextRequest>,
): Promise<ContinuationsStarted> {
  return must(await talk.chat.complete(textWith(turn)));
}

async function tokensOf({ history }: TestChat, messageId: string): Promise<readonly Token[]> {
  return must(await history.tokens({ messageId, from: 0, limit: 20_000, withAlternatives: true })).tokens;
}

async function answerAt(talk: TestChat, { conversationId }: ContinuationsStarted, messageId: string): Promise<StoredAnswer> {
  await talk.settled(conversationId);
  const message = must(await talk.history.message(messageId));
  if (message.role !== 'assistant') throw new Error('it is not an answer');
  return message;
}

test('stores the tokens of a continuation apart from it, and emits them while they arrive', async () => {
  const talk = await openNotebook();
  const begun = await complete(talk, { prompt: 'The road', settings: settings({ logprobs: 3, maxTokens: 40 }) });
  const answer = await answerAt(talk, begun, begun.messageId);
  expect(answer.answer).toMatchObject({ logprobs: null, tokenCount: 40 });
  const tokens = await tokensOf(talk, answer.id);
  expect(tokens).toHaveLength(40);
  expect(alignTokens(tokens, textOf(answer)).every((range) => range !== null)).toBe(true);
  const emitted = (talk.emitted['chat.progress'] ?? []).flatMap((progress) => progress.tokens ?? []);
  expect(emitted.flatMap((batch) => batch.tokens)).toEqual(tokens);
  expect(emitted.map(({ from }) => from)).toEqual(
    emitted.map((_, at) => emitted.slice(0, at).reduce((sum, batch) => sum + batch.tokens.length, 0)),
  );

  const page = must(await talk.history.tokens({ messageId: answer.id, from: 10, limit: 5, withAlternatives: false }));
  expect(page).toEqual({
    total: 40,
    tokens: tokens.slice(10, 15).map(({ text, logprob, kind }) => ({ text, logprob, kind, alternatives: [] })),
  });
});

test('stores the tokens of a chat’s answer the same way, and appends those of its continuation', async () => {
  const talk = await openNotebook();
  const begun = await talk.send('Write 100 words', { settings: { parameters: { logprobs: 2, maxTokens: 20 } } });
  const cut = await talk.answer(begun);
  expect(cut.answer).toMatchObject({ finish: 'length', logprobs: null, tokenCount: 20 });
  const before = await tokensOf(talk, cut.id);
  must(await talk.chat.continue(cut.id));
  const longer = await talk.answer(begun);
  const after = await tokensOf(talk, cut.id);
  expect(after.slice(0, 20)).toEqual(before);
  expect(longer.answer.tokenCount).toBe(after.length);
  expect(after.length).toBeGreaterThan(20);
  expect(JSON.stringify(must(await talk.history.open({ id: begun.conversationId, at: null, limit: 10 })))).not.toContain('"alternatives"');
});

test('writes several continuations at once as siblings, the first in use, and opens another', async () => {
  const talk = await openNotebook();
  const begun = await complete(talk, { prompt: 'Once', count: 3, settings: settings({ seed: 5, logprobs: 1, maxTokens: 25 }) });
  const branch = await talk.settled(begun.conversationId);
  expect(branch.map(({ id }) => id).at(-1)).toBe(begun.messageId);
  expect(branch.at(-1)?.siblings).toEqual(begun.messageIds);
  const answers = await Promise.all(begun.messageIds.map((id) => answerAt(talk, begun, id)));
  expect(new Set(answers.map((answer) => textOf(answer))).size).toBeGreaterThan(1);
  expect(answers.map(({ state, answer }) => [state, answer.tokenCount])).toEqual(answers.map(() => ['complete', 25]));

  const last = begun.messageIds[2] ?? '';
  const page = must(await talk.history.open({ id: begun.conversationId, at: last, limit: 10 }));
  expect(page.messages.at(-1)?.id).toBe(last);
  const { nodes, leafId } = must(await talk.history.tree({ id: begun.conversationId }));
  expect(leafId).toBe(last);
  expect(nodes.map(({ role, excerpt }) => [role, excerpt])).toEqual([
    ['user', 'Once'],
    ...answers.map((answer) => ['assistant', textOf(answer).slice(0, 80)]),
  ]);
  expect(must(await talk.history.notebookState({ messageId: begun.messageId }))).toEqual({
    prompt: 'Once',
    continuation: answers[0] && textOf(answers[0]),
    suffix: '',
    tokenCount: 25,
  });
  expect(must(await talk.history.tree({ id: begun.conversationId })).leafId).toBe(last); // reading doesn't switch
});

test('refuses several continuations at temperature 0, and completions in proxy mode', async () => {
  const talk = await openNotebook();
  const turn = textWith({ prompt: 'Once', count: 2, settings: settings({ temperature: 0 }) });
  expect(await talk.chat.complete(turn)).toMatchObject({ failure: { reason: 'continuations-identical' } });
  talk.setMode('proxy');
  expect(await talk.chat.complete({ ...turn, count: 1 })).toMatchObject({ failure: { reason: 'completion-needs-direct' } });
  expect(must(await talk.history.list({ shelf: 'current', limit: 5 })).conversations).toEqual([]);
});

test('stops all continuations at once and saves the partial texts with their tokens', async () => {
  const talk = await openNotebook();
  talk.rig.demo.fault({ kind: 'stall', after: 30, endpoint: 'completion' });
  const begun = await complete(talk, { prompt: 'Once', count: 3, settings: settings({ logprobs: 1, maxTokens: 200 }) });
  await vi.waitFor(() => {
    const heard = new Set((talk.emitted['chat.progress'] ?? []).map(({ messageId }) => messageId));
    expect(heard.size).toBe(3);
  }, waitOptions);
  talk.chat.turns(); // sends the partial answers again
  expect((talk.emitted['chat.message'] ?? []).slice(-3).map(({ id }) => id)).toEqual(begun.messageIds);
  await talk.chat.stop(begun.conversationId);
  for (const id of begun.messageIds) {
    const answer = await answerAt(talk, begun, id);
    expect(answer.state).toBe('stopped');
    expect((await tokensOf(talk, id)).map(({ text }) => text).join('')).toBe(textOf(answer));
  }
});

test('continues at the cursor and keeps the text after it, which the model reads if its template is known', async () => {
  const talk = await openNotebook();
  const turn = { prompt: 'The road begins', suffix: ' lighthouse stands.', settings: settings({ maxTokens: 50 }) };
  const begun = await complete(talk, turn);
  const filled = await answerAt(talk, begun, begun.messageId);
  expect(lastBody(talk.rig.demo)['prompt']).toBe('<|fim_prefix|>The road begins<|fim_suffix|> lighthouse stands.<|fim_middle|>');
  expect(must(await talk.history.notebookState({ messageId: filled.id }))).toMatchObject({
    ...turnTexts(turn),
    continuation: textOf(filled),
  });
  expect(must(await talk.history.search({ text: 'lighthouse stands', limit: 5 })).hits).toHaveLength(1);

  must(await talk.chat.regenerate(filled.id, 'gamma-oss-120b'));
  await talk.settled(begun.conversationId);
  expect(lastBody(talk.rig.demo)['prompt']).toBe('The road begins');
});

function turnTexts({ prompt, suffix }: { readonly prompt: string; readonly suffix: string }) {
  return { prompt, suffix };
}

test('branches at a token: keeps what came before, takes the alternative, and writes on as a sibling', async () => {
  const talk = await openNotebook();
  const wanted = settings({ logprobs: 4, maxTokens: 12, temperature: 0 });
  const begun = await complete(talk, { prompt: 'The road', settings: wanted });
  const first = await answerAt(talk, begun, begun.messageId);
  const tokens = await tokensOf(talk, first.id);
  const alternative = tokens[5]?.alternatives.findIndex(({ text }) => text !== tokens[5]?.text) ?? -1;
  const chosen = tokens[5]?.alternatives[alternative];
  const branched = must(await talk.chat.branchAtToken({ messageId: first.id, token: 5, alternative, settings: wanted }));
  const second = await answerAt(talk, branched, branched.messageId);

  const kept =
    tokens
      .slice(0, 5)
      .map(({ text }) => text)
      .join('') + (chosen?.text ?? '');
  expect(textOf(second).startsWith(kept)).toBe(true);
  expect(textOf(second).length).toBeGreaterThan(kept.length);
  expect(lastBody(talk.rig.demo)['prompt']).toBe(`The road${kept}`);
  expect([second.parentId, second.siblings]).toEqual([first.parentId, [first.id, second.id]]);
  const own = await tokensOf(talk, second.id);
  expect(own.slice(0, 5)).toEqual(tokens.slice(0, 5));
  expect(own[5]).toMatchObject({ ...chosen, alternatives: tokens[5]?.alternatives });
  expect(own.map(({ text }) => text).join('')).toBe(textOf(second));
  expect(must(await talk.history.message(first.id))).toEqual({ ...first, siblings: second.siblings }); // nothing is lost

  expect(await talk.chat.branchAtToken({ messageId: first.id, token: 99, alternative: 0, settings: wanted })).toMatchObject({
    failure: { reason: 'token-unknown' },
  });
});

test('saves edits without a model: in place while nothing follows them, else as a branch', async () => {
  const talk = await openNotebook();
  const text = textWith({ prompt: 'O', settings: settings({ maxTokens: 4 }) });
  must(await talk.chat.saveText(text));
  must(await talk.chat.saveText({ ...text, prompt: 'Once', suffix: ' upon a hill' }));
  expect(must(await talk.history.search({ text: 'a hill', limit: 5 })).hits).toMatchObject([{ messageId: text.messageId }]);
  const begun = await complete(talk, { ...text, prompt: 'Once' });
  expect(must(await talk.history.read(text.conversationId)).title).toBe('Once');
  const before = await talk.settled(begun.conversationId);
  expect(before.map(({ id }) => id)).toEqual([text.messageId, begun.messageId]);
  const branch = must(await talk.chat.saveText({ ...text, prompt: 'Twice' }));
  expect(must(await talk.history.message(branch.messageId))).toMatchObject({ parentId: text.messageId, text: 'Twice' });
  expect(must(await talk.history.message(text.messageId))).toMatchObject({ text: 'Once' });

  const byModel = [{ start: 0, end: 2, messageId: begun.messageId, from: 0 }];
  const later = textWith({
    conversationId: begun.conversationId,
    parentId: begun.messageId,
    prompt: 'Edited',
    byModel,
    settings: settings({}),
  });
  const saved = must(await talk.chat.saveText(later));
  expect(must(await talk.history.message(saved.messageId))).toMatchObject({ text: 'Edited', byModel });
  const edited = await complete(talk, {
    conversationId: begun.conversationId,
    parentId: begun.messageId,
    prompt: 'Other',
    settings: settings({}),
  });
  await talk.settled(begun.conversationId);
  const { nodes } = must(await talk.history.tree({ id: begun.conversationId }));
  expect(nodes.filter(({ parentId }) => parentId === begun.messageId).map(({ excerpt }) => excerpt)).toEqual(['Edited', 'Other']);
  expect(must(await talk.history.notebookState({ messageId: saved.messageId }))).toEqual({
    prompt: 'Edited',
    continuation: '',
    suffix: '',
    tokenCount: 0,
  });
  expect(edited.messageIds).toHaveLength(1);
});

test('scores texts with progress, a failure for each that can’t be scored, and stops when it is cancelled', async () => {
  const talk = await openNotebook();
  const texts = ['The water rose and fell.', 'word '.repeat(140_000), 'The fell water and rose.'];
  const rows = must(await talk.chat.score({ id: 'r', model: 'beta-4-scout', texts, alternatives: 2 }, never));
  expect(rows.map(({ failure }) => failure?.code ?? null)).toEqual([null, 'context-length', null]);
  const [good, , bad] = rows.map(({ tokens }) => scoreTokens(tokens).perplexity ?? 0);
  expect(good).toBeLessThan(bad ?? 0);
  expect(talk.emitted['notebook.scoring']).toEqual([1, 2, 3].map((done) => ({ id: 'r', done, total: 3 })));

  const cancelled = AbortSignal.abort();
  expect(await talk.chat.score({ id: 'c', model: 'beta-4-scout', texts, alternatives: 2 }, cancelled)).toMatchObject({
    failure: { code: 'cancelled' },
  });
  talk.setMode('proxy');
  expect(await talk.chat.score({ id: 'p', model: 'beta-4-scout', texts, alternatives: 2 }, never)).toMatchObject({
    failure: { reason: 'scoring-needs-direct' },
  });
});

test('counts tokens with the engine’s tokenizer, and estimates them where there is none', async () => {
  const talk = await openNotebook();
  expect(must(await talk.chat.countTokens('beta-4-scout', 'The water rose', never))).toEqual({
    tokens: 3,
    isExact: true,
    contextLength: 131_072,
  });
  talk.setMode('proxy');
  expect(must(await talk.chat.countTokens('beta-4-scout', 'The water rose', never))).toMatchObject({ tokens: 4, isExact: false });
});

test('opens a chat as the text that the model reads, up to any message', async () => {
  const talk = await openNotebook();
  const begun = await talk.send('Say hello', { settings: { systemPrompt: 'Be brief.' } });
  const answer = await talk.answer(begun);
  const start = '<|begin|><|system|>\nBe brief.<|end|>\n<|user|>\nSay hello<|end|>\n<|assistant|>\n';
  expect(must(await talk.chat.templateText(answer.parentId ?? '', never))).toBe(start);
  expect(must(await talk.chat.templateText(answer.id, never))).toBe(`${start}hello<|end|>\n`);
  talk.setMode('proxy');
  expect(await talk.chat.templateText(answer.id, never)).toMatchObject({ failure: { reason: 'template-needs-direct' } });
});

test('asks for the text with the parameters that change it (catches a text that the model didn’t read)', async () => {
  const talk = await openNotebook();
  const extra = { chat_template_kwargs: { thinking: false }, chat_template: 'own', ignore_eos: true };
  const parameters = { temperature: 0.5, reasoningEffort: 'high', extra } as const;
  const answer = await talk.answer(await talk.send('Say hello', { settings: settings(parameters, 'gamma-oss-120b') }));
  must(await talk.chat.templateText(answer.id, never));
  const body = talk.rig.demo.requests().find(({ endpoint }) => endpoint === 'tokenize')?.body;
  const { ignore_eos: _, ...sent } = extra;
  expect(body).toMatchObject({ reasoning_effort: 'high', ...sent });
  expect(Object.keys(body as object)).not.toContain('ignore_eos');
  expect(Object.keys(body as object)).not.toContain('temperature');
});

test('exports a completion as text, Markdown, shaded HTML and JSON, and imports the JSON with its tokens', async () => {
  const talk = await openNotebook();
  const prompt = 'Boats <&>';
  const begun = await complete(talk, { prompt, suffix: ' The end.', settings: settings({ logprobs: 3, maxTokens: 12 }, 'alpha-R1') });
  const answer = await answerAt(talk, begun, begun.messageId);
  const folder = await temporaryFolder();
  const written = async (format: 'text' | 'markdown' | 'html' | 'json'): Promise<string> => {
    const file = path.join(folder, format);
    must(await talk.history.exportTo({ file, ids: [begun.conversationId], format }));
    return readFile(file, 'utf8');
  };
  const whole = `${prompt}${textOf(answer)} The end.`;
  expect(await written('text')).toBe(`${whole}\n`);
  expect(await written('markdown')).toContain(`\n${whole}\n`);
  const html = await written('html');
  expect(html).toContain('<p class="tokens">Boats &lt;&amp;&gt;<i class="l');
  expect(html).toMatch(/title="Probability [\d.e-]+%/);
  expect(html).not.toContain('<script');

  const tokens = await tokensOf(talk, answer.id);
  expect(JSON.parse(await written('json'))).toMatchObject({
    conversations: [{ messages: [{ suffix: ' The end.' }, { answer: { logprobs: tokens } }] }],
  });
  const edited = `${whole} Edited.`;
  must(
    await talk.chat.saveText(
      textWith({ conversationId: begun.conversationId, parentId: begun.messageId, prompt: edited, settings: settings({}) }),
    ),
  );
  const editedHtml = await written('html');
  expect(editedHtml).toContain('<p class="tokens">Boats &lt;&amp;&gt;<i class="l');
  expect(editedHtml.replaceAll(/<[^>]*>/g, '')).toContain(`${textOf(answer)} The end. Edited.`);

  const other = await openNotebook();
  must(await other.history.importFrom(path.join(folder, 'json')));
  expect(await tokensOf(other, answer.id)).toEqual(tokens);
  const imported = must(await other.history.message(answer.id));
  expect(imported).toEqual(answer);
});

test('gives the request of a continuation as curl and Python', async () => {
  const talk = await openNotebook();
  const begun = await complete(talk, { prompt: 'Once', count: 2, settings: settings({ logprobs: 2, minP: 0.1, maxTokens: 4 }) });
  await talk.settled(begun.conversationId);
  for (const id of begun.messageIds) {
    expect(must(await talk.chat.requestCode(id, 'curl'))).toContain('"logprobs":2,"n":2');
    expect(must(await talk.chat.requestCode(id, 'python'))).toMatch(/logprobs=2,\n {4}n=2,[^]*"min_p": 0\.1/);
  }
});
