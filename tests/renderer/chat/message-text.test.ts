import { describe, expect, test } from 'vitest';
import { findMatches, firstMatchFrom } from '../../../renderer/chat/find-bar.tsx';
import { messageText, quoteText, jsonError } from '../../../renderer/chat/message-text.ts';
import { fillPrompt, promptVariables } from '../../../renderer/chat/prompt-picker.tsx';
import { patternSteps } from '../../support/pattern-steps.ts';
import { answerWith, storedAnswer, userMessage } from './answers.ts';
import { chatText } from '../../../renderer/chat/text.ts';

const answer = storedAnswer('a', {
  answer: answerWith({
    parts: [
      { kind: 'reasoning', text: 'Hm, a residual.' },
      { kind: 'text', text: 'The Residual falls.' },
      { kind: 'notice', text: 'Sources' },
      { kind: 'refusal', text: 'No more.' },
    ],
  }),
});

describe('message text', () => {
  test('contains no reasoning and no notices (catches copied thoughts)', () =>
    expect(messageText(answer)).toBe('The Residual falls.\n\nNo more.'));

  test('is quoted line by line, including empty lines (catches a quotation that ends in its middle)', () =>
    expect(quoteText('one\n\ntwo\n')).toBe('> one\n>\n> two\n\n'));
});

test('finds every match in every message, ignoring case (catches a find that is passed over)', () => {
  expect(findMatches([userMessage('u', { text: 'residual residual' }), answer], 'RESIDUAL')).toEqual([
    { index: 0, nth: 0 },
    { index: 0, nth: 1 },
    { index: 1, nth: 0 },
    { index: 1, nth: 1 },
  ]);
  expect(findMatches([answer], ' ')).toEqual([]);
});

test('starts searching at the visible message and wraps around (catches a jump to the first of two thousand messages)', () => {
  const matches = [0, 4, 9].map((index) => ({ index, nth: 0 }));
  expect([firstMatchFrom(matches, 4), firstMatchFrom(matches, 5), firstMatchFrom(matches, 10), firstMatchFrom([], 1)]).toEqual([
    matches[1],
    matches[2],
    matches[0],
    undefined,
  ]);
});

describe('a prompt', () => {
  test('asks for each variable once, in order (catches a form with the same field twice)', () =>
    expect(promptVariables('{{ a }} and {{b}} and {{a}}')).toEqual(['a', 'b']));

  test('is filled in literally (catches “$&” taken for a pattern)', () =>
    expect(fillPrompt('{{a}}, {{b}}!', { a: '$& $1' })).toBe('$& $1, !'));

  test('has no variable in blank braces (catches a field without a name)', () => {
    expect(promptVariables('{{ }} {{}}')).toEqual([]);
    expect(fillPrompt('{{ }} {{}}', {})).toBe('{{ }} {{}}');
  });

  test.each(['{{', '{', ' ', '{{ ', '{{ a ', '}', '{{a}'])('parses “{{” with repeated %j in linear time', (unit) => {
    const text = `{{${unit.repeat(600 / unit.length)}`;
    expect(patternSteps(() => [promptVariables(text), fillPrompt(text, {})])).toBeLessThan(10 * text.length);
  });
});

test('has an error message for invalid JSON only', () =>
  expect([jsonError('{}'), jsonError('{')]).toEqual([undefined, chatText.toolCall.invalidJson]));
