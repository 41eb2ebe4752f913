import { describe, expect, test } from 'vitest';
import type { Connection } from '../../../electron/contract/connection.ts';
import { chatModels, modelOptions, pickModel } from '../../../renderer/chat/model-choice.ts';
import { sendReason } from '../../../renderer/chat/send-reason.ts';
import { suggestions, withSuggestion } from '../../../renderer/chat/suggestions.ts';
import { modelWith, readyWith } from './answers.ts';

const thinker = modelWith('thinker', { reasoning: true });
const toolThinker = modelWith('tool-thinker', { reasoning: true, tools: true });
const quick = modelWith('quick', { tools: true });
const failure = { code: 'unexpected', message: 'It broke.', remedy: 'Start again.' } as const;

describe('the model to ask', () => {
  test('is quick and able by default (catches a first answer that makes one wait)', () => {
    expect(pickModel([thinker, toolThinker, quick], null)).toBe(quick);
    expect(pickModel([thinker, modelWith('plain')], null)?.id).toBe('plain');
    expect(pickModel([thinker], null)).toBe(thinker);
    expect(pickModel([], null)).toBeUndefined();
  });

  test('is the chosen one while it is there (catches asking a model that is gone)', () => {
    expect(pickModel([thinker, quick], 'thinker')).toBe(thinker);
    expect(pickModel([quick], 'thinker')).toBe(quick);
  });

  test('is one that chats (catches offering a model for completion only)', () => {
    expect(chatModels(readyWith([modelWith('writer', { chat: false }), quick]))).toEqual([quick]);
    expect(chatModels({ state: 'starting' })).toEqual([]);
  });

  test('is offered in its group, with what sets it apart', () => {
    expect(modelOptions([thinker, quick])).toEqual([
      { value: 'quick', label: 'quick', detail: 'tools', group: 'Answers at once' },
      { value: 'thinker', label: 'thinker', detail: 'chat only', group: 'Thinks first' },
    ]);
  });
});

describe('sending', () => {
  const able = { connection: readyWith([quick]), hasModel: true, isAnswering: false, text: 'Hello' };

  test('needs no reason when it is possible', () => {
    expect(sendReason(able)).toBeUndefined();
  });

  test.each<[string, object, RegExp]>([
    ['starting', { connection: { state: 'starting' } satisfies Connection }, /starting/],
    ['failed', { connection: { state: 'failed', failure } satisfies Connection }, /no connection/],
    ['without a model', { hasModel: false }, /no chat model/],
    ['being answered', { isAnswering: true }, /answered/],
    ['empty', { text: ' \n' }, /Write a message/],
  ])('%s: it says why not (catches a dead button without a word)', (_, change, words) => {
    expect(sendReason({ ...able, ...change })).toMatch(words);
  });
});

test('a suggestion never takes the place of the user’s own words (catches a draft lost by a click)', () => {
  expect(withSuggestion(' \n', suggestions[0])).toBe(suggestions[0]);
  expect(withSuggestion(suggestions[0], suggestions[1])).toBe(suggestions[1]);
  expect(withSuggestion('my words', suggestions[1])).toBe(`my words\n${suggestions[1]}`);
});
