/** The title of a conversation without words. */
export const untitled = 'Untitled';

/** A note of an answer: why pressing Continue again would change nothing. */
export const limitReachedNote = 'The token limit was reached before any new text. Raise Max tokens and continue.';

/** The comment above an exported request in direct mode, which needs the right network instead of a key. */
export const directCodeComment = 'Works inside the research cloud. Elsewhere, use Causeway’s local API instead.';

/** Results of tool calls that no tool gave. The model and the user read them. */
export const toolResultTexts = {
  notRun: 'This tool call was not run.',
  tooManyCalls: (max: number) => `This tool call was not run, because Causeway runs at most ${max} calls of one answer.`,
  declined: 'The user declined this tool call.',
  unexpected: 'The tool couldn’t run because of an error in Causeway.',
  unknownTool: (name: string, known: readonly string[]) =>
    `There’s no tool called ${name}.${known.length === 0 ? '' : ` Available tools: ${known.join(', ')}.`}`,
  notAnObject: (args: string) => `The arguments of this tool call aren’t a JSON object: ${args}`,
  otherArguments: (args: string, result: string) => `The user ran it with other arguments: ${args}\n\n${result}`,
};
