import { describe, expect, test } from 'vitest';
import { countTokens } from '../../../electron/core/demo/engines/model-tokens.ts';
import { demoText } from '../../../electron/core/demo/text.ts';
import { layoutText } from '../../../renderer/layout/text.ts';
import { answered, generated } from './engine-fixture.ts';

const scout = 'beta-4-scout';

describe('chat answers', () => {
  test('evaluates arithmetic and shows it as a formula', () => {
    expect(answered(scout, 'What is 12 * (3 + 4)?').content).toContain('$$\n12 \\times (3 + 4) = 84\n$$');
  });

  test('counts letters in a word', () => {
    expect(answered(scout, 'How many letters r are in strawberry?').content).toContain('**3**');
    expect(answered(scout, 'How many r in “strawberry”?').content).toContain('**3**');
  });

  test('counts words of a quoted text', () => {
    expect(answered(scout, 'How many words are in "to be or not to be"?').content).toContain('| words | 6 |');
  });

  test('quotes the first message, not the last', () => {
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

  test('repeats dictated text exactly, because programs check a connection with it', () => {
    expect(answered(scout, 'Say hello').content).toBe('hello');
    expect(answered(scout, 'Reply with exactly: "OK"').content).toBe('OK');
  });

  test('continues a cut-off answer from the quoted words', () => {
    const question = { role: 'user', content: 'Write 30 words' } as const;
    const whole = answered(scout, [question]).content;
    const cut = whole.slice(0, 60);
    const more = {
      role: 'user',
      content: `Your last answer was cut off. It ended with “${cut.slice(-8)}”. Begin with these very words.`,
    } as const;
    expect(answered(scout, [question, { role: 'assistant', content: cut }, more]).content).toBe(whole.slice(52));
  });

  test('returns a short plain title', () => {
    const { content } = answered(scout, [
      { role: 'user', content: 'How does the tunnel reach the engines from outside the network?' },
      { role: 'assistant', content: 'By SSH.' },
      { role: 'user', content: 'Write a short title for this conversation.' },
    ]);
    expect(content).toBe('How does the tunnel reach the');
  });

  test('quotes a question that no rule matches, with the system prompt', () => {
    const { content } = answered(scout, [
      { role: 'system', content: 'Answer like a sailor.' },
      { role: 'user', content: 'Purple elephants dance quietly.' },
    ]);
    expect(content).toContain('> Purple elephants dance quietly.');
    expect(content).toContain('Answer like a sailor.');
    expect(content).toContain('| words | 4 |');
  });

  test('writes a text of the requested length', () => {
    expect(answered(scout, 'Write 2000 words').content.split(/\s+/).length).toBeGreaterThan(2000);
  });

  test('shows code, tables, formulas and diagrams', () => {
    const { content } = answered(scout, 'Show me some code, a table, a formula and a diagram');
    for (const part of ['```python', '|---|', '$$', '```mermaid']) expect(content).toContain(part);
  });
});

describe('the guide to Causeway', () => {
  test.each([
    ['What is Causeway?', 'desktop client'],
    ['What is the difference between proxy and direct?', '| who can use it |'],
    ['How does the tunnel work?', 'one SSH session'],
    ['What is the agent for?', '127.0.0.1'],
    ['What is the local API?', '127.0.0.1'],
    ['Where do my credentials live?', 'keychain'],
    ['Where are my credentials saved?', 'keychain'],
    ['How do I create an API token?', '**API keys**'],
    ['Which keyboard shortcuts are there?', 'Ctrl+K'],
    ['Which models are there?', 'gamma-oss-120b'],
    ['Who are you?', 'not a language model'],
    ['hello', 'Things to try'],
  ])('%s', (question, part) => expect(answered(scout, question).content).toContain(part));

  test('names each section as the window does (catches a renamed section)', () => {
    const { label: _, ...sections } = layoutText.sections;
    const { content } = answered(scout, 'Which keyboard shortcuts are there?');
    for (const [index, section] of Object.values(sections).entries()) expect(content).toContain(`| \`Ctrl+${index + 1}\` | ${section}`);
  });
});

describe('demo note', () => {
  test('adds the note to the first answer only', () => {
    expect(answered(scout, 'What is Causeway?').content).toContain(demoText.note);
    const later = [
      { role: 'user', content: 'What is Causeway?' },
      { role: 'assistant', content: 'A client.' },
      { role: 'user', content: 'What is the tunnel?' },
    ];
    expect(answered(scout, later).content).not.toContain(demoText.note);
  });
});

describe('thinking', () => {
  test('writes long reasoning for alpha-R1 and none for beta-4-scout', () => {
    expect(countTokens(answered('alpha-R1', 'What is Causeway?').reasoning)).toBeGreaterThan(100);
    expect(answered(scout, 'What is Causeway?').reasoning).toBe('');
  });

  test('scales gamma-oss-120b’s reasoning with the effort, medium by default', () => {
    const [low, medium, high] = ['low', 'medium', 'high'].map(
      (effort) => generated('gamma-oss-120b', 'What is Causeway?', { reasoning_effort: effort }).reasoningTokens,
    );
    expect(low).toBeGreaterThan(0);
    expect(medium).toBeGreaterThan(low ?? 0);
    expect(high).toBeGreaterThan(medium ?? 0);
    expect(generated('gamma-oss-120b', 'What is Causeway?').reasoningTokens).toBe(medium);
  });

  test('writes reasoning of a requested length', () => {
    expect(answered('alpha-R1', 'Please think 3000 words about it').reasoning.split(/\s+/).length).toBeGreaterThan(3000);
  });
});

describe('limits', () => {
  test('cuts reasoning and answer at max_tokens, with finish `length`', () => {
    const cut = generated('alpha-R1', 'What is Causeway?', { max_tokens: 10 });
    expect(cut).toMatchObject({ finish: 'length', completionTokens: 10, reasoningTokens: 10 });
    expect(generated(scout, 'What is Causeway?', { max_completion_tokens: 5 })).toMatchObject({ finish: 'length', completionTokens: 5 });
  });

  test('ends before a stop sequence and reports it', () => {
    const whole = answered(scout, 'What is 2 + 2?').content;
    const stopped = generated(scout, 'What is 2 + 2?', { stop: ['$$', 'never'] });
    expect(stopped).toMatchObject({ finish: 'stop', matchedStop: '$$' });
    expect(whole.startsWith(answered(scout, 'What is 2 + 2?', { stop: '$$' }).content)).toBe(true);
    expect(answered(scout, 'What is 2 + 2?', { stop: '$$' }).content).not.toContain('$');
  });

  test('ignores an empty stop sequence', () => expect(answered(scout, 'What is 2 + 2?', { stop: '' }).content).toContain('4'));

  test('varies by seed, and not at all at temperature 0', () => {
    const at = (more: object): string => answered(scout, 'What is 2 + 2?', { temperature: 1, ...more }).content;
    expect(at({ seed: 1 })).toBe(at({ seed: 1 }));
    expect(new Set([1, 2, 3, 4, 5, 6, 7, 8].map((seed) => at({ seed }))).size).toBeGreaterThan(1);
    expect(new Set([1, 2, 3, 4].map((seed) => at({ seed, temperature: 0 }))).size).toBe(1);
  });

  test('counts prompt tokens: the text and four per message', () => expect(generated(scout, 'Say hello').promptTokens).toBe(2 + 4));
});
