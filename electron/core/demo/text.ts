/** What the demo writes in its answers, besides the guide. */
export const demoText = {
  /** Added to the first answer of every conversation. */
  note: '*This is Causeway’s built-in demo. No language model is running: a few rules on your own computer wrote this answer.*',
  title: 'A chat with the demo',
  nothingBefore: 'You haven’t written anything before this:',
  wrote: 'You wrote:',
  wroteFirst: 'You wrote first:',
  counted: 'I counted in this text:',
  letterCount: (letter: string, count: number, word: string, marked: string) =>
    `The letter \`${letter}\` occurs **${count}** ${count === 1 ? 'time' : 'times'} in “${word}”: ${marked}.`,
  noValue: (formula: string) => `$${formula}$ has no value, because you can’t divide by zero.`,
  sumOpenings: ['That makes', 'The result is', 'It comes to'],
  exampleOpenings: ['Here’s an example.', 'For example:', 'Here you go.'],
  greetings: ['Hello!', 'Hi!', 'Welcome!'],
  fallbackOpenings: ['You wrote:', 'Your message:', 'This is what I received:'],
  /** `colors` is undefined if the demo can't tell them. */
  image: (type: string, width: number, height: number, colors: readonly string[] | undefined) => {
    const size = `This is a ${type} image with ${width} × ${height} pixels.`;
    if (colors === undefined) return `${size} I can’t tell its colors.`;
    const shown = colors.map((color) => `**${color}**`);
    return colors.length === 1
      ? `${size} It’s mainly ${shown.join()}.`
      : `${size} Its main colors are ${new Intl.ListFormat('en').format(shown)}.`;
  },
  imageUnreadable: 'I can’t read this image.',
  severalImages: (count: number) => `You sent ${count} images.`,
  systemPrompt: (text: string) => `Your system prompt: *${text}*`,
  before: (text: string) => `Before that, you wrote: *${text}*`,
  onlyRules:
    'A real model would answer this. I only have rules for arithmetic, counting, quoting, Markdown examples and questions about Causeway.',
  noMore: ' … The demo has nothing to add.',
  toolsAnswered: (count: number) => (count === 1 ? 'The tool has answered.' : `The ${count} tools have answered.`),
} as const;

/** The demo's reasoning about a question, sentence by sentence. */
export const reasoningText = {
  again: (round: number) => `Once more, pass ${round}.`,
  task: (question: string, aim: string) => `The user asks: “${question}”, so I should ${aim}.`,
  length: (words: number, turn: number) => `That’s ${words} ${words === 1 ? 'word' : 'words'}, and answer ${turn} in this conversation.`,
  nothingBefore: 'There are no earlier messages, so there’s nothing to contradict.',
  before: (text: string) => `Before that, they wrote “${text}”, and the answer shouldn’t contradict it.`,
  rules: [
    'I’m a demo with rules instead of a model, so I look for a rule that fits.',
    'There’s no model behind me, only rules, and one of them has to fit.',
  ],
  fits: 'It fits, so I’ll use it.',
  noSystemPrompt: 'There’s no system prompt that asks for anything else.',
  systemPrompt: (text: string) => `The system prompt says “${text}”, so I follow it.`,
  doubt: 'Wait. Could the question mean something else?',
  words: (first: string, last: string) => `Its first word is “${first}” and its last is “${last}”, so probably not.`,
  table: 'Would a table be clearer than a sentence? Only if there are several things to compare.',
  check: 'Let me check the answer before I give it: it should be short, in Markdown, and true.',
  checked: 'It’s all three.',
  alternatives: 'A real model would now consider other ways to phrase it.',
  noAlternative: 'I only have one, which makes the choice easy.',
  ends: ['Good. I’ll write it down.', 'That settles it.'],
} as const;
