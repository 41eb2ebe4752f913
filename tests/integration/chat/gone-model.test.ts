import { expect, test } from 'vitest';
import { openTestChat } from './chat-fixture.ts';

test.each(['proxy', 'direct'] as const)('shows a removed model as gone, and keeps its conversations readable (%s)', async (mode) => {
  const talk = await openTestChat({ mode });
  const begun = await talk.send('What is Causeway?', { settings: { model: 'alpha-R1' } });
  const answered = await talk.answer(begun);
  expect(answered).toMatchObject({ state: 'complete', model: 'alpha-R1', mode });

  talk.rig.demo.removeModel('alpha-R1');
  talk.setModels((model) => (model.id === 'alpha-R1' ? { ...model, presence: { proxy: 'gone', direct: 'gone' } } : model));
  const opened = await talk.history.open({ id: begun.conversationId, at: null, limit: 50 });
  expect(opened.ok && opened.value.messages.at(-1)).toEqual(answered);

  // a new question gets the reason, and the earlier messages are still there
  const again = await talk.answer(
    await talk.send('And who?', { conversationId: begun.conversationId, parentId: begun.messageId, settings: { model: 'alpha-R1' } }),
  );
  expect(again.failure).toMatchObject({ reason: 'model-gone', params: { model: 'alpha-R1', mode } });
  const after = await talk.history.open({ id: begun.conversationId, at: null, limit: 50 });
  expect(after.ok && after.value.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'assistant']);
});
