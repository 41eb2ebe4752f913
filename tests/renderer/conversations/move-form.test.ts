import { describe, expect, test } from 'vitest';
import { moveTargets } from '../../../renderer/conversations/conversation-dialogs.tsx';
import { conversationWith } from '../chat/answers.ts';
import { conversationsText } from '../../../renderer/conversations/text.ts';

const folders = ['Lab', 'My lab', 'Papers'].map((name) => ({ name, conversations: 1 }));
const loose = [conversationWith('a')];
const labels = (typed: string, conversations = loose) => moveTargets(folders, conversations, typed).map(({ label }) => label);

describe('the folders a conversation can be moved to', () => {
  test('are all but its own, and none (catches a move that does nothing)', () => {
    expect(labels('')).toEqual(['Lab', 'My lab', 'Papers']);
    expect(labels('', [conversationWith('a', { folder: 'Lab' })])).toEqual(['My lab', 'Papers', conversationsText.folders.none]);
    expect(labels('', [conversationWith('a', { folder: 'Lab' }), conversationWith('b')])).toEqual([
      'Lab',
      'My lab',
      'Papers',
      conversationsText.folders.none,
    ]);
  });

  test('start with the best match (catches Enter that moves to “My lab”)', () => {
    expect(labels('lab')).toEqual(['Lab', 'My lab', conversationsText.folders.createNamed('lab')]);
    expect(labels('Lab')).toEqual(['Lab', 'My lab']);
    expect(labels(' new one ')).toEqual([conversationsText.folders.createNamed('new one')]);
  });
});
