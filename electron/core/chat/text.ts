/** The title of a conversation without words. */
export const untitled = 'Untitled';

/** A note of an answer: why pressing Continue again would change nothing. */
export const limitReachedNote = 'The token limit was reached before any new text. Raise Max tokens and continue.';

/** The comment above an exported request in direct mode, which needs the right network instead of a key. */
export const directCodeComment = 'Works inside the research cloud. Elsewhere, use Causeway’s local API instead.';

const wereNotSent = (count: number): string => (count === 1 ? '1 image wasn’t sent' : `${count} images weren’t sent`);

/** Notes of an answer on images of its conversation that were not sent, and what was not sent because of them. */
export const imageNotes = {
  modelSeesNone: (count: number, model: string) => `${wereNotSent(count)}, because ${model} doesn’t see images.`,
  olderLeftOut: (count: number, model: string, limit: number) =>
    `${count === 1 ? 'The oldest image wasn’t' : `The ${count} oldest images weren’t`} sent, because ${model} takes at most ${limit} per request.`,
  notStored: (count: number) => `${wereNotSent(count)}, because the history no longer has ${count === 1 ? 'it' : 'them'}.`,
  toolsLeftOut: 'Tools weren’t offered, because the conversation has images. You can change this in Settings > Chat.',
};

/** What the model reads about images. Lines of earlier messages stay the same, because engines cache what they have read. */
export const imageTexts = {
  leftOut: (names: readonly string[]) => `[${names.length === 1 ? 'Image' : 'Images'} not included here: ${names.join(', ')}]`,
  fromTools: (names: readonly string[]) => `[${names.length === 1 ? 'Image' : 'Images'} from the tool results above: ${names.join(', ')}]`,
};

/** The comment above an exported request with images, which are read from files. */
export const imageCodeComment = (files: readonly string[]): string => `Reads ${files.join(', ')} from the current folder.`;

/** Results of tool calls that no tool gave. The model and the user read them. */
export const toolResultTexts = {
  notRun: 'This tool call was not run.',
  tooManyCalls: (max: number) => `This tool call was not run, because Causeway runs at most ${max} calls of one answer.`,
  declined: 'The user declined this tool call.',
  unexpected: 'The tool couldn’t run because of an error in Causeway.',
  unknownTool: (name: string, known: readonly string[]) =>
    `There’s no tool called ${name}.${known.length === 0 ? '' : ` Available tools: ${known.join(', ')}.`}`,
  notAnObject: (args: string) => `The arguments of this tool call aren’t a JSON object: ${args}`,
  tooManyImages: (more: number, max: number) => `[${more} more images aren’t included, because a result can have at most ${max}.]`,
  imageRefused: (name: string, reason: string) => `[${name} isn’t included. ${reason}]`,
  otherArguments: (args: string, result: string) => `The user ran it with other arguments: ${args}\n\n${result}`,
};
