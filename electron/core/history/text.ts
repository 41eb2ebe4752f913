const answerStates = {
  running: 'This answer was still in progress.',
  lengthLimit: 'The answer reached its token limit.',
  stopped: 'You stopped this answer.',
  failed: 'This answer failed.',
  interrupted: 'Causeway quit before this answer was finished.',
};

/** Text in saved conversations, exports and reports of imports. */
export const historyText = {
  unreadableMessage: 'Causeway couldn’t read this message from the history file.',
  export: {
    answerStates,
    allConversations: 'Conversations',
    you: 'You',
    answer: 'Answer',
    systemPrompt: (prompt: string) => `System prompt: ${prompt}`,
    reasoning: 'Reasoning',
    toolCall: (name: string) => `Tool call: ${name}`,
    toolResult: (name: string) => `Result of ${name}`,
    tokenProbabilities: 'Token probabilities',
    probability: (percent: string) => `Probability ${percent}`,
  },
  import: {
    item: (number: number, problem: string) => `Item ${number} was skipped: ${problem}`,
    more: (count: number) => `And ${count} more.`,
    unknownFormat: 'it isn’t a conversation from Causeway, Open WebUI or ChatGPT.',
    tooManyMessages: (title: string, most: number) => `“${title}” has more than ${most} messages.`,
    tooLarge: (megabytes: number) => `it’s larger than ${megabytes} MB.`,
    tooDeep: 'it’s nested too deeply.',
    notJson: 'it isn’t valid JSON.',
    cutOff: 'the file ends in the middle of it.',
    notImported: (what: string) => `Not imported: ${what}.`,
    notImportedHere: (what: string) => `[Not imported: ${what}]`,
    filesNotImported: 'The files of this answer weren’t imported.',
    emptyAnswer: 'The imported file has no content for this answer.',
    file: 'a file',
    image: 'an image',
    recording: 'a recording',
    notText: 'a part that isn’t text',
    tool: 'A tool',
  },
};
