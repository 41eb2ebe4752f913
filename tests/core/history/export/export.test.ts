import { readFile, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { plainConversationSettings } from '../../../../electron/contract/constants.ts';
import { failure } from '../../../../electron/contract/failures/fail.ts';
import { describeFailure } from '../../../../electron/contract/failures/render-failure.ts';
import type { History } from '../../../../electron/core/history/history.ts';
import { eventually } from '../../../support/eventually.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { answerOf, converse, endWith, openTestHistory } from '../open-test-history.ts';
import { must } from '../../../support/must.ts';

const problem = failure('web-timeout', { host: 'lab.example', seconds: 5 });

/** A conversation with every kind of message, two branches and a deleted message. */
async function everything(history: History): Promise<string> {
  const settings = { ...plainConversationSettings, model: 'alpha', systemPrompt: 'Be brief.', parameters: { temperature: 0.2 } };
  const { id: conversationId } = must(await history.begin({ kind: 'chat', title: 'Everything', settings }));
  const attachments = [{ name: 'data.csv', language: 'csv', text: 'a;b\n```\n1;2' }];
  const question = must(await history.add({ conversationId, parentId: null, role: 'user', text: 'Hello', attachments }));
  const answer = must(await history.add({ conversationId, parentId: question.id, role: 'assistant', model: 'alpha', mode: 'direct' }));
  const parts = [
    { kind: 'reasoning', text: 'Hm' },
    { kind: 'text', text: 'Hi **you**' },
    { kind: 'tool-call', id: 'c1', name: 'lookup', arguments: '{"a":1}', state: 'valid' },
  ] as const;
  must(
    await history.finish({
      messageId: answer.id,
      end: endWith('', { answer: answerOf(parts, { notes: ['A note.'] }), request: { model: 'alpha' } }),
    }),
  );
  const result = { callId: 'c1', name: 'lookup', text: '42', isError: false, by: 'user' } as const;
  must(await history.add({ conversationId, parentId: answer.id, role: 'tool', ...result }));
  const other = must(await history.add({ conversationId, parentId: question.id, role: 'assistant', model: 'beta', mode: 'proxy' }));
  must(await history.finish({ messageId: other.id, end: endWith('Half', { state: 'failed', failure: problem }) }));
  const gone = must(await history.add({ conversationId, parentId: other.id, role: 'user', text: 'Delete me', attachments: [] }));
  must(await history.deleteMessage({ messageId: gone.id }));
  must(await history.change({ id: conversationId, change: { folder: 'Lab', isPinned: true } }));
  return conversationId;
}

async function exported(history: History, format: 'json' | 'markdown' | 'html', ids: readonly string[] | null = null): Promise<string> {
  const file = path.join(await temporaryFolder(), 'out');
  must(await history.exportTo({ file, ids, format }));
  return readFile(file, 'utf8');
}

test('exports the same JSON again after importing it into an empty history', async () => {
  const first = await openTestHistory();
  const id = await everything(first.history);
  first.wait(1000);
  await converse(first.history, 'Second', [['a', 'b']]);
  const file = path.join(await temporaryFolder(), 'all.json');
  const progress: (readonly [number, number])[] = [];
  expect(
    must(
      await first.history.exportTo({ file, ids: null, format: 'json' }, { onProgress: (done, total) => void progress.push([done, total]) }),
    ),
  ).toEqual({ exported: 2 });
  expect(progress.at(-1)).toEqual([2, 2]);

  const second = await openTestHistory();
  second.wait(1000);
  expect(must(await second.history.importFrom(file))).toEqual({ imported: 2, alreadyHere: 0, skipped: [] });
  expect(await exported(second.history, 'json')).toBe(await readFile(file, 'utf8'));
  expect(must(await second.history.open({ id, at: null, limit: 50 }))).toEqual(must(await first.history.open({ id, at: null, limit: 50 })));
  expect(second.changed.length).toBe(2);
  expect(must(await second.history.search({ text: 'hi **you', limit: 5 })).hits).toHaveLength(1);

  expect(must(await second.history.importFrom(file))).toEqual({ imported: 0, alreadyHere: 2, skipped: [] });
});

test('exports a failure with its sentences', async () => {
  const { history } = await openTestHistory();
  await everything(history);
  expect(await exported(history, 'json')).toContain(`"failure":${JSON.stringify({ ...problem, ...describeFailure(problem) })}`);
});

test('writes JSON as README.md says: one object, all branches, nothing deleted', async () => {
  const { history } = await openTestHistory();
  await everything(history);
  const file: unknown = JSON.parse(await exported(history, 'json'));
  expect(file).toMatchObject({
    format: 'causeway-conversations',
    version: 1,
    conversations: [
      {
        title: 'Everything',
        folder: 'Lab',
        isPinned: true,
        settings: { systemPrompt: 'Be brief.', parameters: { temperature: 0.2 } },
        messages: [
          { role: 'user', parentId: null, attachments: [{ name: 'data.csv' }] },
          { role: 'assistant', model: 'alpha', request: { model: 'alpha' } },
          { role: 'assistant', model: 'beta', state: 'failed', request: null },
          { role: 'tool', callId: 'c1' },
        ],
      },
    ],
  });
});

test('writes the branch in use as Markdown, with safe fences', async () => {
  const { history } = await openTestHistory();
  const id = await everything(history);
  const text = await exported(history, 'markdown', [id]);
  expect(text).toContain('# Everything');
  expect(text).toContain('> System prompt: Be brief.');
  expect(text).toContain('````csv\na;b\n```\n1;2\n````');
  expect(text).toContain('## beta');
  expect(text).toContain(`*${describeFailure(problem).message}*`);
  expect(text).not.toContain('## alpha');
  expect(text).not.toContain('Delete me');
});

const hostile = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '[x](javascript:alert(1)) [y](data:text/html,<script>1</script>) [z](vbscript:x)',
  '![p](https://tracker.example/x.png)',
  '</pre></section></article><iframe src="//evil.example"></iframe>',
  '[a]: javascript:alert(1)\n\n[a]',
  '<https://ok.example/"onmouseover="x>',
  '```html\n</code></pre><script>1</script>\n```',
  '| a |\n|-|\n| <svg onload=alert(1)> |',
  '<style>body{display:none}</style>',
  '&lt;script&gt; &#106;avascript:',
  '$\\href{javascript:alert(1)}{x}$ $\\includegraphics{https://tracker.example/x.png}$ $\\htmlStyle{background:url(//evil.example)}{x}$',
  '$</annotation></math><script>1</script>$ $$\\text{<img src=x onerror=alert(1)>}$$',
  '>'.repeat(5000),
  '['.repeat(5000),
];

test('writes HTML without scripts, handlers, external resources or unsafe links, whatever the messages contain', async () => {
  const { history } = await openTestHistory();
  for (const text of hostile) await converse(history, text.slice(0, 200), [[text, text]], text.slice(0, 100));
  const html = await exported(history, 'html');
  expect(html).toContain("default-src 'none'");
  const tags = html.match(/<[a-z!/][^>]*>/gi) ?? [];
  const kinds = new Set(tags.map((tag) => /^<\/?([a-z0-9!]+)/i.exec(tag)?.[1]?.toLowerCase()));
  for (const kind of ['script', 'img', 'iframe', 'svg', 'object', 'embed', 'form', 'link', 'base']) expect(kinds).not.toContain(kind);
  expect(tags.filter((tag) => /^<style/i.test(tag))).toHaveLength(2); // the page's own and its fonts
  expect(tags.filter((tag) => /\son\w+\s*=/i.test(tag.replaceAll(/"[^"]*"/g, '""')))).toEqual([]);
  expect(tags.filter((tag) => /^<a\b/i.test(tag) && !/href="(https?:|mailto:)/i.test(tag))).toEqual([]);
});

test('renders Markdown in HTML and names the speaker', async () => {
  const { history } = await openTestHistory();
  const { conversation } = await converse(history, 'Plain', [['Hello', '**bold** and `code`']], 'alpha');
  const html = await exported(history, 'html', [conversation.id]);
  expect(html).toContain('<strong>bold</strong>');
  expect(html).toContain('<code>code</code>');
  expect(html).toContain('<h1>Plain</h1>');
  expect(html).toContain('<title>Plain</title>');
});

test('writes the user’s text in HTML as typed, with closed fences as code (catches __init__ in bold, and blank lines that are gone)', async () => {
  const { history } = await openTestHistory();
  const text = 'Why is __init__ at C:\\dir <b>\n\n\n# not a heading with 2*3*4\n```py\n  x = [1]\n```\n```\nnever closed';
  const { conversation } = await converse(history, 'Typed', [[text, 'Because.']], 'alpha');
  const html = await exported(history, 'html', [conversation.id]);
  expect(html).toContain('<p>Why is __init__ at C:\\dir &lt;b&gt;\n\n\n# not a heading with 2*3*4</p>');
  expect(html).toContain('<pre><code class="language-py">  x = [1]\n</code></pre>\n<p>```\nnever closed</p>');
  expect(html).toMatch(/section\.user p \{[^}]*white-space: pre-wrap/);
});

test('renders footnotes and formulas in HTML', async () => {
  const { history } = await openTestHistory();
  const text = 'Costs $5 and $6. A claim[^1], $a*b*c$ and \\(x_1 * y_1 *\\).\n\n[^1]: Where it *comes* from,\nin two lines.\n\nThe end.';
  const { conversation } = await converse(history, 'Notes', [['Why?', text]], 'alpha');
  const html = await exported(history, 'html', [conversation.id]);
  expect(html).toContain('Costs $5 and $6. A claim<sup>1</sup>');
  expect(html).toContain('<annotation encoding="application/x-tex">a*b*c</annotation>');
  expect(html).toContain('<msub><mi>x</mi><mn>1</mn></msub>');
  expect(html).toMatch(/<p>The end\.<\/p>\n.*<sup>1<\/sup>.*Where it <em>comes<\/em> from,\nin two lines\./);
});

test('leaves no new file and keeps an old one when an export is cancelled or fails', async () => {
  const { history } = await openTestHistory();
  for (let at = 0; at < 20; at += 1) await converse(history, `T${at}`, [['a', 'b']]);
  const folder = await temporaryFolder();
  const file = path.join(folder, 'old.json');
  const exportAndCancel = async () => {
    await writeFile(file, 'old');
    const controller = new AbortController();
    return history.exportTo({ file, ids: null, format: 'json' }, { onProgress: () => controller.abort(), signal: controller.signal });
  };
  // The worker's own answer: it must not write into the folder after the test has removed it. It may end before it is cancelled.
  await eventually(async () =>
    expect(await exportAndCancel()).toMatchObject({ ok: false, failure: { code: 'cancelled', reason: 'export-canceled' } }),
  );
  expect(await readdir(folder)).toEqual(['old.json']);
  expect(await readFile(file, 'utf8')).toBe('old');
  expect(await history.exportTo({ file: path.join(folder, 'no/such/folder.json'), ids: null, format: 'json' })).toMatchObject({
    ok: false,
    failure: { code: 'storage' },
  });
});

test('embeds the fonts of the window that a page uses', async () => {
  const { history } = await openTestHistory();
  const families = async (text: string): Promise<readonly string[]> => {
    const { conversation } = await converse(history, 'Fonts', [['Why?', text]], 'alpha');
    const html = await exported(history, 'html', [conversation.id]);
    const faces = html.matchAll(/@font-face { font-family: '([^']+)'; font-style: (\w+);[^}]*base64,(?:d09GMg)[^}]*}/g); // WOFF2
    return [...faces].map(([, family, style]) => `${family} ${style}`);
  };
  expect(await families('Plain text.')).toEqual(['Inter Variable normal']);
  expect(await families('Some *stress* and `code`.')).toEqual([
    'Inter Variable normal',
    'Inter Variable italic',
    'JetBrains Mono Variable normal',
  ]);
  expect(await families('A formula, $a^2$.')).toEqual(['Inter Variable normal', 'STIX Two Math normal']);
});
