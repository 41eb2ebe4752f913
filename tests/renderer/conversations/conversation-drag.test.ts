import { describe, expect, test } from 'vitest';
import { dropConversations } from '../../../renderer/conversations/conversation-drag.tsx';
import { conversationWith } from '../chat/answers.ts';

function setUp() {
  const done: string[] = [];
  const ids = (conversations: readonly { readonly id: string }[]) => conversations.map(({ id }) => id).join();
  const actions = {
    trash: async (conversations: readonly { readonly id: string }[]) => void done.push(`trash ${ids(conversations)}`),
    restore: async (restored: readonly string[]) => done.push(`restore ${restored.join()}`) > 0,
    archive: async (conversations: readonly { readonly id: string }[], isArchived: boolean) =>
      void done.push(`${isArchived ? 'archive' : 'unarchive'} ${ids(conversations)}`),
    move: async (conversations: readonly { readonly id: string }[], folder: string | null) => {
      done.push(`move ${ids(conversations)} to ${folder}`);
      return true;
    },
  };
  return { actions, done };
}
const plain = conversationWith('plain');
const archived = conversationWith('archived', { isArchived: true });
const trashed = conversationWith('trashed', { trashedAt: 1, isArchived: true });

describe('dropping conversations', () => {
  test('on a folder lists them there, wherever they come from (catches one that lies in the folder but in the trash)', async () => {
    const { actions, done } = setUp();
    await dropConversations(actions, [plain, archived, trashed], { shelf: 'current', folder: 'Lab' });
    expect(done).toEqual(['restore trashed', 'unarchive archived,trashed', 'move plain,archived,trashed to Lab']);
  });

  test('outside the folders, or on the archive or the trash, moves them there', async () => {
    const { actions, done } = setUp();
    await dropConversations(actions, [plain], { shelf: 'current', folder: null });
    await dropConversations(actions, [plain, archived], { shelf: 'archived' });
    await dropConversations(actions, [plain, trashed], { shelf: 'trash' });
    await dropConversations(actions, [plain, archived], { shelf: 'current' });
    expect(done).toEqual(['move plain to null', 'archive plain', 'trash plain', 'unarchive archived']);
  });
});
