import { describe, expect, test } from 'vitest';
import type { Connection } from '../../../electron/contract/connection.ts';
import { isSendKey, isStillLoading, sendBlockedReason, type SendState } from '../../../renderer/chat/send-rules.ts';
import { withSuggestion } from '../../../renderer/chat/chat-screen.tsx';
import { modelWith, readyWith } from './answers.ts';
import { chatText } from '../../../renderer/chat/text.ts';
import { sharedText } from '../../../renderer/shared/text.ts';
import { failure } from '../../../electron/contract/failures/fail.ts';
import { unavailableReason } from '../../../renderer/state/model-choice.ts';

const quick = modelWith('quick', { tools: true });
const old = modelWith('old', {}, { presence: { proxy: 'gone', direct: 'listed' } });
const words = chatText.blocked;
const [first, second] = chatText.empty.suggestions;
const broken = failure('unexpected');
const { modelPicker } = sharedText;
const cloud = { id: 'cloud', name: 'Cloud', isDemo: false };
const answeredList = { mode: 'direct', segment: 'engine-b', ms: 10, failure: null } as const;
const unanswered = { mode: 'direct', segment: 'engine-a', ms: 10, failure: broken } as const;

describe('sending', () => {
  const able: SendState = {
    connection: readyWith([quick]),
    model: quick,
    chosenModel: null,
    conversation: null,
    turn: undefined,
    isOpen: true,
    pendingCallKeys: 'Ctrl+J',
  };

  test.each<[string, Parameters<typeof isStillLoading>[0], boolean]>([
    ['while the connection is read', { connection: { state: 'starting' }, model: undefined, isOpening: false }, true],
    ['while models are read', { connection: readyWith([], { isRefreshing: true }), model: undefined, isOpening: false }, true],
    ['while the conversation is opened', { connection: readyWith([quick]), model: quick, isOpening: true }, true],
    ['without a model', { connection: readyWith([]), model: undefined, isOpening: false }, false],
    [
      'while the list of a known model is refreshed',
      { connection: readyWith([quick], { isRefreshing: true }), model: quick, isOpening: false },
      false,
    ],
  ])('is about to be possible %s: %#', (_, state, isLoading) => expect(isStillLoading(state)).toBe(isLoading));

  test('is allowed without a reason against it', () => expect(sendBlockedReason(able)).toBeUndefined());

  test.each<[string, Partial<SendState>, string]>([
    ['starting', { connection: { state: 'starting' } satisfies Connection }, words.starting],
    ['failed', { connection: { state: 'failed', chosen: null, failure: broken } satisfies Connection }, words.disconnected],
    ['without a model', { model: undefined }, modelPicker.noneOffered.chat],
    [
      'while the models are loading',
      { model: undefined, connection: readyWith([], { isRefreshing: true }), chosenModel: 'quick' },
      modelPicker.loading,
    ],
    [
      'while the list of the chosen model is loading',
      { model: undefined, connection: readyWith([quick], { isRefreshing: true }), chosenModel: 'late' },
      modelPicker.loading,
    ],
    ['without an API token', { model: undefined, connection: readyWith([], { profile: cloud }) }, modelPicker.notLoaded],
    [
      'with engines that don’t respond',
      { model: undefined, connection: readyWith([], { mode: 'direct', lists: [answeredList, unanswered] }) },
      modelPicker.notLoaded,
    ],
    ['with a service that offers nothing', { model: undefined, connection: readyWith([]) }, modelPicker.noneOffered.chat],
    ['with a model that is not there', { model: undefined, chosenModel: 'lost' }, words.modelUnavailable('lost')],
    [
      'with a model that is gone',
      { model: old },
      `${words.modelProblem('old', unavailableReason(old, 'proxy') ?? '')} ${words.chooseAnother}`,
    ],
    ['in the trash', { conversation: { trashedAt: 1 } }, words.trashed],
    ['being answered', { turn: { state: 'answering' } }, words.answering],
    ['waiting for the user', { turn: { state: 'waiting-for-user' } }, words.pendingCall('Ctrl+J')],
    ['while it is being opened', { isOpen: false }, words.notOpen],
  ])('%s: returns the reason (catches a dead button without a word)', (_, change, reason) => {
    expect(sendBlockedReason({ ...able, ...change })).toBe(reason);
  });
});

describe('the send key', () => {
  const press = { key: 'Enter', shiftKey: false, altKey: false, ctrlKey: false, metaKey: false };

  test('is the one the user chose (catches a line break that sends)', () => {
    expect(isSendKey(press, 'enter')).toBe(true);
    expect(isSendKey({ ...press, shiftKey: true }, 'enter')).toBe(false);
    expect(isSendKey(press, 'mod-enter')).toBe(false);
    expect(isSendKey({ ...press, metaKey: true }, 'mod-enter')).toBe(true);
  });
});

test('never replaces the user’s own text with a suggestion (catches a draft lost by a click)', () => {
  expect(withSuggestion(' \n', first)).toBe(first);
  expect(withSuggestion(first, second)).toBe(second);
  expect(withSuggestion('my words', second)).toBe(`my words\n${second}`);
});
