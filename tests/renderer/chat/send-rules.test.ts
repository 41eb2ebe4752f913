import { describe, expect, test } from 'vitest';
import type { Connection } from '../../../electron/contract/connection.ts';
import { isSendKey, sendBlockedReason, type SendState } from '../../../renderer/chat/send-rules.ts';
import { suggestions, withSuggestion } from '../../../renderer/chat/chat-empty-state.tsx';
import { modelWith, readyWith } from './answers.ts';

const quick = modelWith('quick', { tools: true });
const failure = { code: 'unexpected', message: 'It broke.', remedy: 'Start again.' } as const;

describe('sending', () => {
  const able: SendState = {
    connection: readyWith([quick]),
    model: quick,
    chosenModel: null,
    conversation: null,
    run: undefined,
    isEmpty: false,
    isOpen: true,
    pendingCallKeys: 'Ctrl+J',
  };

  test('is allowed without a reason against it', () => {
    expect(sendBlockedReason(able)).toBeUndefined();
  });

  test.each<[string, Partial<SendState>, RegExp]>([
    ['starting', { connection: { state: 'starting' } satisfies Connection }, /starting/],
    ['failed', { connection: { state: 'failed', chosen: null, failure } satisfies Connection }, /no connection/],
    ['without a model', { model: undefined }, /no chat model/],
    ['with a model that is not there', { model: undefined, chosenModel: 'lost' }, /lost is not offered here/],
    ['with a model that is gone', { model: modelWith('old', {}, { presence: { proxy: 'gone', direct: 'listed' } }) }, /no longer lists it/],
    ['in the trash', { conversation: { trashedAt: 1 } }, /in the trash/],
    ['being answered', { run: { state: 'answering' } }, /answered/],
    ['waiting for the user', { run: { state: 'waiting-for-user' } }, /tool call waits for you above: Ctrl\+J/],
    ['while it is being opened', { isOpen: false }, /not open/],
    ['empty', { isEmpty: true }, /Write a message/],
  ])('%s: returns the reason (catches a dead button without a word)', (_, change, reason) => {
    expect(sendBlockedReason({ ...able, ...change })).toMatch(reason);
  });
});

describe('the send key', () => {
  const press = { key: 'Enter', shiftKey: false, altKey: false, ctrlKey: false, metaKey: false, isComposing: false };

  test('is the one the user chose (catches a line break that sends)', () => {
    expect(isSendKey(press, 'enter')).toBe(true);
    expect(isSendKey({ ...press, shiftKey: true }, 'enter')).toBe(false);
    expect(isSendKey(press, 'mod-enter')).toBe(false);
    expect(isSendKey({ ...press, metaKey: true }, 'mod-enter')).toBe(true);
  });

  test('is ignored while an input method is composing (catches half a Japanese word sent)', () => {
    expect(isSendKey({ ...press, isComposing: true }, 'enter')).toBe(false);
  });
});

test('never replaces the user’s own text with a suggestion (catches a draft lost by a click)', () => {
  expect(withSuggestion(' \n', suggestions[0])).toBe(suggestions[0]);
  expect(withSuggestion(suggestions[0], suggestions[1])).toBe(suggestions[1]);
  expect(withSuggestion('my words', suggestions[1])).toBe(`my words\n${suggestions[1]}`);
});
