import { describe, expect, test } from 'vitest';
import { demoNote } from '../../../electron/core/demo/engines/chat-engine.ts';
import { countTokens } from '../../../electron/core/demo/engines/generation.ts';
import { answered, generated } from './engine-fixture.ts';

const scout = 'beta-4-scout';

describe('answers use the conversation', () => {
  test('a sum is worked out and shown as a formula', () => {
    expect(answered(scout, 'What is 12 * (3 + 4)?').content).toContain('$$\n12 \\times (3 + 4) = 84\n$$');
  });

  test('letters in a word are counted', () => {
    expect(answered(scout, 'How many letters r are in strawberry?').content).toContain('**3**');
    expect(answered(scout, 'How many r in “strawberry”?').content).toContain('**3**');
  });

  test('words of a quoted text are counted', () => {
    expect(answered(scout, 'How many words are in "to be or not to be"?').content).toContain('| words | 6 |');
  });

  test('the first thing said is quoted, not the last', () => {
    const { content } = answered(scout, [
      { role: 'user', content: 'Apples are red.' },
      { role: 'assistant', content: 'So they are.' },
      { role: 'user', content: 'Pears are green.' },
      { role: 'assistant', content: 'They are.' },
      { role: 'user', content: 'What did I say first?' },
    ]);
    expect(content).toContain('> Apples are red.');
    expect(content).not.toContain('Pears');
  });

  test('what it is told to say, it says and no more: programs check a connection with that', () => {
    expect(answered(scout, 'Say hello').content).toBe('hello');
    expect(answered(scout, 'Reply with exactly: "OK"').content).toBe('OK');
  });

  test('an answer that was cut off goes on from the words it is asked to begin with', () => {
    const question = { role: 'user', content: 'Write 30 words' } as const;
    const whole = answered(scout, [question]).content;
    const cut = whole.slice(0, 60);
    const more = {
      role: 'user',
      content: `Your last answer was cut off. It ended with “${cut.slice(-8)}”. Begin with these very words.`,
    } as const;
    expect(answered(scout, [question, { role: 'assistant', content: cut }, more]).content).toBe(whole.slice(52));
  });

  test('a title is a few plain words', () => {
    const { content } = answered(scout, [
      { role: 'user', content: 'How does the tunnel reach the engines from outside the network?' },
      { role: 'assistant', content: 'By SSH.' },
      { role: 'user', content: 'Write a short title for this conversation.' },
    ]);
    expect(content).toBe('How does the tunnel reach the');
  });

  test('what no rule fits is quoted with what is known about it, the system prompt too', () => {
    const { content } = answered(scout, [
      { role: 'system', content: 'Answer like a sailor.' },
      { role: 'user', content: 'Purple elephants dance quietly.' },
    ]);
    expect(content).toContain('> Purple elephants dance quietly.');
    expect(content).toContain('Answer like a sailor.');
    expect(content).toContain('| words | 4 |');
  });

  test('a text of the length asked for comes, for trying out long answers', () => {
    expect(answered(scout, 'Write 2000 words').content.split(/\s+/).length).toBeGreaterThan(2000);
  });

  test('code, tables, formulas and diagrams can be shown', () => {
    const { content } = answered(scout, 'Show me some code, a table, a formula and a diagram');
    for (const part of ['```python', '|---|', '$$', '```mermaid']) expect(content).toContain(part);
  });
});

describe('the guide to Causeway', () => {
  test.each([
    ['What is Causeway?', 'desktop client'],
    ['What is the difference between proxy and direct?', '| who may call |'],
    ['How does the tunnel work?', 'one SSH session'],
    ['What is the agent for?', '127.0.0.1'],
    ['Where do my credentials live?', 'keychain'],
    ['How do I create an API token?', '**API keys**'],
    ['Which keyboard shortcuts are there?', 'Ctrl+K'],
    ['Which models are there?', 'gamma-oss-120b'],
    ['Who are you?', 'not a language model'],
    ['hello', 'Things to try'],
  ])('%s', (question, part) => {
    expect(answered(scout, question).content).toContain(part);
  });
});

describe('plainly a demo', () => {
  test('the first answer says so, later ones do not repeat it', () => {
    expect(answered(scout, 'What is Causeway?').content).toContain(demoNote);
    const later = [
      { role: 'user', content: 'What is Causeway?' },
      { role: 'assistant', content: 'A client.' },
      { role: 'user', content: 'What is the tunnel?' },
    ];
    expect(answered(scout, later).content).not.toContain(demoNote);
  });
});

describe('thinking', () => {
  test('alpha-R1 thinks at length, beta-4-scout not at all', () => {
    expect(countTokens(answered('alpha-R1', 'What is Causeway?').reasoning)).toBeGreaterThan(100);
    expect(answered(scout, 'What is Causeway?').reasoning).toBe('');
  });

  test('gamma-oss-120b thinks more the more effort is asked for, and medium unless told', () => {
    const [low, medium, high] = ['low', 'medium', 'high'].map(
      (effort) => generated('gamma-oss-120b', 'What is Causeway?', { reasoning_effort: effort }).reasoningTokens,
    );
    expect(low).toBeGreaterThan(0);
    expect(medium).toBeGreaterThan(low ?? 0);
    expect(high).toBeGreaterThan(medium ?? 0);
    expect(generated('gamma-oss-120b', 'What is Causeway?').reasoningTokens).toBe(medium);
  });

  test('thinking can be made as long as a test wants it', () => {
    expect(answered('alpha-R1', 'Please think 3000 words about it').reasoning.split(/\s+/).length).toBeGreaterThan(3000);
  });
});

describe('limits', () => {
  test('max_tokens cuts thinking and answer together, with finish `length`', () => {
    const cut = generated('alpha-R1', 'What is Causeway?', { max_tokens: 10 });
    expect(cut).toMatchObject({ finish: 'length', completionTokens: 10, reasoningTokens: 10 });
    expect(generated(scout, 'What is Causeway?', { max_completion_tokens: 5 })).toMatchObject({ finish: 'length', completionTokens: 5 });
  });

  test('the answer ends before a stop sequence, which it tells', () => {
    const whole = answered(scout, 'What is 2 + 2?').content;
    const stopped = generated(scout, 'What is 2 + 2?', { stop: ['$$', 'never'] });
    expect(stopped).toMatchObject({ finish: 'stop', matchedStop: '$$' });
    expect(whole.startsWith(answered(scout, 'What is 2 + 2?', { stop: '$$' }).content)).toBe(true);
    expect(answered(scout, 'What is 2 + 2?', { stop: '$$' }).content).not.toContain('$');
  });

  test('an empty stop sequence stops nothing', () => {
    expect(answered(scout, 'What is 2 + 2?', { stop: '' }).content).toContain('4');
  });

  test('temperature 0 never varies; with temperature the seed decides', () => {
    const at = (more: object): string => answered(scout, 'What is 2 + 2?', { temperature: 1, ...more }).content;
    expect(at({ seed: 1 })).toBe(at({ seed: 1 }));
    expect(new Set([1, 2, 3, 4, 5, 6, 7, 8].map((seed) => at({ seed }))).size).toBeGreaterThan(1);
    expect(new Set([1, 2, 3, 4].map((seed) => at({ seed, temperature: 0 }))).size).toBe(1);
  });

  test('usage counts the prompt: its text, and four for each message', () => {
    expect(generated(scout, 'Say hello').promptTokens).toBe(2 + 4);
  });
});
