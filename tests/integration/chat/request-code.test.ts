import { execFile } from 'node:child_process';
import { symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { plainConversationSettings } from '../../../electron/contract/constants.ts';
import type { CodeLanguage } from '../../../electron/contract/chat-turn.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { localForward } from '../demo/demo-fixture.ts';
import { lastBody, lastRequest } from '../conformance/rig.ts';
import { textWith, openTestChat } from './chat-fixture.ts';
import { must } from '../../support/must.ts';

const run = promisify(execFile);
const said = `It's "so": $HOME \`x\` \\ 🜁`;
const settings = { systemPrompt: 'Keep quotes.', parameters: { temperature: 0.5, stop: ["'"], extra: { top_k: 3 } } };

test.for(['curl', 'typescript'] as const)('exports an answer’s request as %s that sends the service the same request', async (language) => {
  const folder = await temporaryFolder();
  const caFile = path.join(folder, 'ca.pem');
  const talk = await openTestChat({ demo: { caFile } });
  const answer = await talk.answer(await talk.send(`Say ${said}`, { settings }));
  const sent = lastBody(talk.rig.demo);
  expect(sent).toMatchObject({ stream: true });
  const code = must(await talk.chat.requestCode(answer.id, language));
  expect(code).not.toContain(talk.rig.demo.token);
  const env = { ...process.env, CAUSEWAY_API_KEY: talk.rig.demo.token, CURL_CA_BUNDLE: caFile, NODE_EXTRA_CA_CERTS: caFile };
  if (language === 'curl') await run('sh', ['-c', code], { env });
  else {
    await symlink(path.resolve('node_modules'), path.join(folder, 'node_modules'));
    await writeFile(path.join(folder, 'asked.mts'), code);
    await run(process.execPath, [path.join(folder, 'asked.mts')], { env });
  }
  expect(talk.rig.demo.requests()).toHaveLength(2);
  expect(lastRequest(talk.rig.demo)).toMatchObject({ mode: 'proxy', status: 200, authorization: 'good' });
  expect(lastBody(talk.rig.demo)).toEqual(sent);
});

test('uses the model’s segment without a key for a request in direct mode', async () => {
  const folder = await temporaryFolder();
  const caFile = path.join(folder, 'ca.pem');
  const talk = await openTestChat({ demo: { caFile }, mode: 'direct' });
  const turn = textWith({ prompt: said, settings: { ...plainConversationSettings, model: 'alpha-R1' } });
  const answer = await talk.answer(must(await talk.chat.complete(turn)));
  const code = must(await talk.chat.requestCode(answer.id, 'curl'));
  expect(code).not.toContain('Authorization');
  // as from inside: the same address on another port
  const port = await localForward(talk.rig.demo);
  const { stdout } = await run('sh', ['-c', code.replace(/localhost:\d+/, `localhost:${port}`)], {
    env: { ...process.env, CURL_CA_BUNDLE: caFile },
  });
  expect(stdout).toMatch(/^data: .*"object":"text_completion"/);
  expect(lastRequest(talk.rig.demo)).toMatchObject({ mode: 'direct', segment: 'engine-b', endpoint: 'completion', status: 200 });
  expect(lastBody(talk.rig.demo)).toEqual({ model: 'alpha-R1', prompt: said, stream: true, stream_options: { include_usage: true } });
});

test.for<CodeLanguage>(['curl', 'python', 'typescript'])('returns no %s for a message without a request', async (language) => {
  const talk = await openTestChat();
  const begun = await talk.send('Say hello');
  const [question] = await talk.settled(begun.conversationId);
  expect(await talk.chat.requestCode(question?.id ?? '', language)).toMatchObject({ ok: false, failure: { code: 'invalid-input' } });
});
