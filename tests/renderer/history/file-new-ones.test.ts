import { expect, test } from 'vitest';
import { createBridge } from '../../../renderer/bridge/create-bridge.ts';
import { createConversationList } from '../../../renderer/history/conversation-list.ts';
import { fileNewOnes } from '../../../renderer/history/file-new-ones.ts';
import { conversationWith } from '../chat/answers.ts';
import { createFakeBridge } from '../fake-bridge.ts';

function setUp(isImporting = false) {
  const fake = createFakeBridge();
  const bridge = createBridge(fake);
  const list = createConversationList(bridge);
  fileNewOnes(
    bridge,
    list,
    () => isImporting,
    () => 100_000,
  );
  const moved = () =>
    fake.requests.flatMap((request) => (request.kind === 'call' && request.route === 'history.move' ? [request.input] : []));
  const tell = (id: string, createdAt: number, folder: string | null = null) => {
    fake.send({ event: 'history.changed', payload: [conversationWith(id, { createdAt, folder })] });
  };
  return { list, moved, tell };
}

test('what begins while a folder is shown goes into it, once (catches one that is taken out and comes back)', () => {
  const { list, moved, tell } = setUp();
  list.show({ shelf: 'current', folder: 'Lab' });
  tell('new', 99_000);
  tell('new', 99_000);
  expect(moved()).toEqual([{ ids: ['new'], folder: 'Lab' }]);
});

test('nothing else is moved: neither old ones, nor others’, nor beside a folder, nor an import', () => {
  const { list, moved, tell } = setUp();
  tell('elsewhere', 99_000);
  list.show({ shelf: 'current', folder: 'Lab' });
  tell('elsewhere', 99_000);
  tell('old', 1000);
  tell('filed', 99_000, 'Papers');
  list.show({ shelf: 'current', folder: null });
  tell('loose', 99_000);
  const importing = setUp(true);
  importing.list.show({ shelf: 'current', folder: 'Lab' });
  importing.tell('imported', 99_000);
  expect([...moved(), ...importing.moved()]).toEqual([]);
});
