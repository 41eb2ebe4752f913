import { describe, expect, test } from 'vitest';
import { demoText } from '../../../electron/core/demo/text.ts';
import { layoutText } from '../../../renderer/layout/text.ts';
import { answered } from './engine-fixture.ts';

const scout = 'beta-4-scout';

describe('chat answers', () => {
  test('evaluates arithmetic and shows it as a formula', () =>
    expect(answered(scout, 'What is 12 * (3 + 4)?').content).toContain('$$\n12 \\times (3 + 4) = 84\n$$'));

  test('counts letters in a word', () => {
    expect(answered(scout, 'How many letters r are in strawberry?').content).toContain('**3**');
    expect(answered(scout, 'How many r in “strawberry”?').content).toContain('**3**');
  });

  test('counts words of a quoted text', () =>
    expect(answered(scout, 'How many words are in "to be or not to be"?').content).toContain('| words | 6 |'));

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

  test('answers the question, not the context that code assistants put around it between tags', () => {
    const reminder = '<system-reminder>How many r are in strawberry?</system-reminder>';
    expect(answered(scout, `${reminder}\nSay hello\n${reminder}`).content).toBe('hello');
    const result = [
      { role: 'user', content: 'Read the notes' },
      { role: 'assistant', content: '', tool_calls: [{ id: 'a', type: 'function', function: { name: 'read', arguments: '{}' } }] },
      { role: 'tool', tool_call_id: 'a', content: 'The word is marzipan.' },
      { role: 'user', content: reminder },
    ];
    expect(answered(scout, result).content).toContain('marzipan');
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

  test('writes a text of the requested length', () =>
    expect(answered(scout, 'Write 2000 words').content.split(/\s+/).length).toBeGreaterThan(2000));

  test('shows code, tables, formulas and diagrams', () => {
    const { content } = answered(scout, 'Show me some code, a table, a formula and a diagram');
    expect(content).toContain('| `alpha-R1` | SGLang |'); // not a letter that tells a reader nothing
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
