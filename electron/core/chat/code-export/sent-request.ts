/** A request as it was sent, and where to. */
export interface SentRequest {
  /** Ends in a slash. */
  readonly base: string;
  readonly endpoint: Endpoint;
  /** Whether the way asks for an API token. */
  readonly hasKey: boolean;
  readonly body: Readonly<Record<string, unknown>>;
}

export type Endpoint = 'chat/completions' | 'completions';

/** Whether the answer comes in pieces. */
export function isStreamed({ body }: Pick<SentRequest, 'body'>): boolean {
  return body['stream'] === true;
}

/** The environment variable that stands for the token. */
export const keyVariable = 'CAUSEWAY_API_KEY';

/** Said above a request of the direct way, which asks for no key but for the right network. */
export const directNote = 'Works inside the research cloud; elsewhere use the address of Causeway’s agent instead.';

/** What a client library has parameters for; the rest of a body is passed beside them. */
const known = {
  'chat/completions': new Set(
    `model messages audio frequency_penalty function_call functions logit_bias logprobs max_completion_tokens max_tokens metadata
    modalities n parallel_tool_calls prediction presence_penalty reasoning_effort response_format seed service_tier stop store stream
    stream_options temperature tool_choice tools top_logprobs top_p user`.split(/\s+/),
  ),
  completions: new Set(
    `model prompt best_of echo frequency_penalty logit_bias logprobs max_tokens n presence_penalty seed stop stream stream_options suffix
    temperature top_p user`.split(/\s+/),
  ),
} as const;

/** The body in two: what the library knows by name, and what it must be made to pass on. */
export function splitBody({ endpoint, body }: SentRequest): {
  readonly named: readonly (readonly [string, unknown])[];
  readonly extra: readonly (readonly [string, unknown])[];
} {
  const fields = Object.entries(body);
  return {
    named: fields.filter(([name]) => known[endpoint].has(name)),
    extra: fields.filter(([name]) => !known[endpoint].has(name)),
  };
}
