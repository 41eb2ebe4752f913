/** Notes on what was left out of a request, and on how its answer arrived. They are saved with the answer. */
export const noteTexts = {
  notStreamed: 'The service doesn’t stream here, so the answer arrived all at once.',
  severalAnswers: 'The service sent several answers. Only the first is saved.',
  toolCallsAsText: 'Earlier tool calls were sent as text, because this model doesn’t support tools.',
  noTools: 'tool_choice not sent: no tools are turned on.',
  toolUnavailable: (tool: string) => `tool_choice not sent: the tool ${tool} isn’t available.`,
  completionTools: (field: string) => `${field} not sent: text completion doesn’t support tools.`,
  modelTools: (field: string, model: string) => `${field} not sent: ${model} doesn’t support tools.`,
  completionEffort: (field: string) => `${field} not sent: text completion doesn’t support reasoning effort.`,
  modelEffort: (field: string, model: string) => `${field} not sent: ${model} doesn’t support reasoning effort.`,
  suffixNotSent: (model: string) =>
    `The text after the cursor wasn’t sent: the model catalog has no fill-in-the-middle template for ${model}.`,
  proxyLogprobs: 'logprobs not sent: the proxy doesn’t offer log probabilities.',
  fewerAlternatives: (limit: number) => `The engine lists at most ${limit} alternatives per token.`,
  setByCauseway: (field: string) => `“${field}” not sent: Causeway sets it.`,
  alreadySet: (field: string) => `“${field}” not sent: it’s already set.`,
  withoutValue: (field: string) => `“${field}” not sent: it has no value.`,
};
