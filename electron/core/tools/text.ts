/** Results of tools that the model reads, and you beside the call. */
export const toolsText = {
  unavailable: 'This tool is no longer available.',
  askedOfUser: 'The user answers this tool.',
  gone: 'This tool no longer exists.',
  argumentsNotJson: (detail: string) => `The arguments aren’t JSON: ${detail}.`,
  argumentsNotObject: 'The arguments must be one JSON object.',
  argumentsUnchecked: {
    slow: 'The arguments couldn’t be checked, because a pattern in the tool’s parameters is too slow.',
    unusable: 'The arguments couldn’t be checked, because the tool’s parameters aren’t a usable schema.',
  },
  argumentsWrong: (lines: string) => `The arguments don’t match the tool’s parameters.\n${lines}`,
  allArguments: 'the arguments',
  moreProblems: (count: number) => `- and ${count} more`,
  answerCut: '[The answer was longer than 1 MB and is cut here.]',
  outputCut: '[The output was longer than 1 MB, so the command was stopped here.]',
  notText: (bytes: number, type: string) => `[${bytes} bytes that aren’t text: ${type || 'unknown type'}]`,
  status: (status: number, text: string) => `Status ${status}.\n${text}`,
  exitCode: (code: number) => `The command ended with exit code ${code}.`,
  killed: (signal: string | null) => `The command was ended by ${signal ?? 'a signal'}.`,
  media: (type: string, mimeType: string, bytes: number) => `[${type}: ${mimeType}, ${bytes} bytes]`,
  file: (address: string) => `[file: ${address}]`,
  link: (name: string, address: string) => `[${name}: ${address}]`,
};
