import { text, type Surface, checkAgainLater } from './define.ts';

/** `said` is the service's own message without secrets, or ''. */
type Quote = { readonly said: string };
type Status = { readonly status: number };
/** The time after which the service wants to be asked again, if it said so. */
type Wait = { readonly waitSeconds: number | null };
type Host = { readonly host: string };

/** For an answer that ended early. Only the conversation knows whether a part of it is saved. */
const endedEarly = { window: 'Try again.', terminal: 'Try again.', check: checkAgainLater };

const webChatKeys = 'in the web chat (user menu > Settings > Account > API keys)';

const newToken = (create: string): Readonly<Record<Surface, string>> => ({
  window: `${create} ${webChatKeys}, then enter it under Connection.`,
  api: `${create} ${webChatKeys}, then enter it in Causeway under Connection.`,
  terminal: `${create} ${webChatKeys}, then pass it with --token-env or --token-fd.`,
  check: `${create} ${webChatKeys}, then enter it here.`,
});

const checkBaseUrl = { window: 'Check the base URL, then try again.', terminal: 'Check the base URL in the profile, then try again.' };

/** Failures of the language-model service. */
export const serviceFailures = {
  'token-missing': text('token-missing', 'The proxy needs an API token, and this profile doesn’t have one.', newToken('Create one')),
  'token-refused': text(
    'token-refused',
    ({ said }: Quote) => `This API token is invalid, expired or revoked${quote(said)}.`,
    newToken('Create a new one'),
  ),
  'token-characters': text('token-refused', 'The API token contains invalid characters.', {
    window: 'Copy it again from the web chat, then enter it under Connection.',
    api: 'Copy it again from the web chat, then enter it in Causeway under Connection.',
    terminal: 'Copy it again from the web chat, then pass it with --token-env or --token-fd.',
    check: 'Copy it again from the web chat, then enter it here.',
  }),
  'token-forbidden': text(
    'token-forbidden',
    ({ said }: Quote) => `Your account can’t use API tokens, or not for this model${quote(said)}.`,
    {
      window: 'Ask the service operator to enable API keys for you, or switch to Direct.',
      api: 'Ask the service operator to enable API keys for you, or switch Causeway to Direct.',
      terminal: 'Ask the service operator to enable API keys for you, or use --mode direct.',
    },
  ),
  'network-not-permitted': text('network-not-permitted', 'The engines at {host} don’t accept connections from this network.', {
    window: 'Use the tunnel, or switch to Proxy.',
    api: 'Use the tunnel in Causeway, or switch it to Proxy.',
    terminal: 'Use a profile with an instance, so that the tunnel can be used, or use --mode proxy.',
  }),
  'http-proxy-password-required': text(
    'http-proxy',
    'Your HTTP proxy requires a password.',
    'Add it to HTTPS_PROXY, or ask your network administrator.',
  ),

  'rate-limited': text(
    'rate-limited',
    ({ said }: Quote & Wait) => `You’ve sent the service too many requests${quote(said)}.`,
    ({ waitSeconds }) => (waitSeconds === null ? 'Wait a moment, then try again.' : `Wait ${describeWait(waitSeconds)}, then try again.`),
  ),
  'service-redirected': text(
    'not-the-service',
    '{host} redirected the request ({status}), which Causeway doesn’t follow, to keep your API token safe.',
    { window: 'Enter the final address as the base URL.', terminal: 'Set the base URL in the profile to the final address.' },
  ),
  'context-length': text(
    'context-length',
    ({ model, said }: Quote & { readonly model: string | null }) =>
      `The conversation is too long for ${model ?? 'the model'}${quote(said)}.`,
    {
      window: 'Lower Max tokens, shorten the conversation, or choose a model with a longer context.',
      terminal: 'Lower max_tokens, shorten the conversation, or use a model with a longer context.',
      api: 'Lower max_tokens, shorten the conversation, or use a model with a longer context.',
    },
  ),
  'request-too-large': text(
    'request-rejected',
    ({ host, said }: Quote & Host) => `The request is larger than ${host} accepts${quote(said)}.`,
    {
      window: 'Shorten the message, remove attachments, or start a new conversation.',
      terminal: 'Shorten the request.',
      api: 'Shorten the request.',
    },
  ),
  'model-not-served': text(
    'unknown-model',
    ({ model, segment, said }: Quote & { readonly model: string | null; readonly segment: string | null }) =>
      `The service doesn’t offer ${model ?? 'this model'}${segment === null ? '' : ` at the engine path ${segment}`}${quote(said)}.`,
    {
      window: 'Refresh the model list and choose a listed model, or correct its engine path in the model catalog.',
      api: 'Use a model that /v1/models lists, or correct its engine path in Causeway’s model catalog.',
      terminal: 'Use a model that /v1/models lists, or correct its engine path in the profile.',
    },
  ),
  'engine-not-found': text('unknown-model', 'There’s no engine at the engine path {segment}.', {
    window: 'Correct the engine path in the model catalog, or ask the service operator whether it moved.',
    api: 'Correct the engine path in Causeway’s model catalog, or ask the service operator whether it moved.',
    terminal: 'Correct the engine path in the profile, or ask the service operator whether it moved.',
  }),
  'endpoint-not-found': text(
    'not-the-service',
    ({ host, status, said }: Quote & Host & Status) => `${host} has no such endpoint (${status})${quote(said)}.`,
    'Check the base URL in the profile.',
  ),
  'service-timed-out': text(
    'first-byte-timeout',
    ({ host, said }: Quote & Host) => `${host} timed out waiting for the request${quote(said)}.`,
    'Try again.',
  ),
  'engine-unavailable': text(
    'service-error',
    ({ status, said }: Quote & Status & Wait) => `The engine isn’t available right now (${status})${quote(said)}.`,
    ({ waitSeconds }) => tryAgainIn(waitSeconds),
  ),
  'service-failed': text(
    'service-error',
    ({ status, said }: Quote & Status & Wait) => `The service failed (${status})${quote(said)}.`,
    ({ waitSeconds }) => tryAgainIn(waitSeconds),
  ),
  'web-page-answered': text('not-the-service', 'A web page answered at {host} instead of the service.', {
    window: 'Check the base URL, or sign in to the network first if it’s a guest network.',
    terminal: 'Check the base URL in the profile, or sign in to the network first if it’s a guest network.',
  }),
  'request-rejected': text(
    'request-rejected',
    ({ status, said }: Quote & Status) => `The service rejected the request (${status})${quote(said)}.`,
    {
      window: 'Fix the value it mentions, or remove your extra parameters.',
      terminal: 'Fix the value it mentions, or correct the model’s capabilities in the profile.',
      api: 'Fix the value it mentions.',
      check: 'Check the model’s capabilities in the model catalog, and contact the service operator if they’re right.',
    },
  ),
  'images-not-taken': text(
    'request-rejected',
    ({ model, said }: Quote & { readonly model: string | null }) => `${model ?? 'The model'} doesn’t take images${quote(said)}.`,
    {
      window: 'Choose a model that sees images, or send text only.',
      terminal: 'Use a model that sees images, or send text only.',
      api: 'Use a model that sees images, or send text only.',
    },
  ),
  'too-many-images': text(
    'request-rejected',
    ({ limit }: { readonly limit: number }) => `The engine takes at most ${limit === 1 ? '1 image' : `${limit} images`} per request.`,
    {
      window: 'Try again to send only the newest images.',
      terminal: 'Name fewer image files in each row of the table.',
      api: 'Send fewer images.',
    },
  ),
  'completion-needs-direct': text('unsupported', 'The proxy supports chat only.', {
    window: 'Switch to Direct for text completion.',
    terminal: 'Use --mode direct for text completion.',
  }),
  'logprobs-limit': text('request-rejected', 'The engine lists at most {limit} alternatives per token.', 'Ask for fewer alternatives.'),
  'scoring-not-offered': text(
    'unsupported',
    'The engine of {model} doesn’t report the log probabilities of a given text.',
    'Choose another model.',
  ),
  'scoring-needs-direct': text('unsupported', 'The proxy doesn’t score texts.', {
    window: 'Switch to Direct to score texts.',
    terminal: 'Use --mode direct to score texts.',
  }),
  'template-not-offered': text(
    'unsupported',
    'The engine of {model} doesn’t report its chat template.',
    'Choose a model on another engine.',
  ),
  'template-needs-direct': text('unsupported', 'The proxy doesn’t report chat templates.', {
    window: 'Switch to Direct to see the text that the model reads.',
    terminal: 'Use --mode direct to see the text that the model reads.',
  }),
  'engine-path-missing': text(
    'unsupported',
    '{model} is available through Proxy only, because its engine path isn’t in the model catalog.',
    {
      window: 'Switch to Proxy, or add its engine path to the model catalog.',
      terminal: 'Use --mode proxy, or add its engine path to the profile.',
    },
  ),

  'model-list-unreadable': text('bad-answer', 'The service didn’t return a model list.', {
    window: 'Check the base URL and the engine path.',
    terminal: 'Check the base URL and the engine path in the profile.',
  }),
  'answer-empty': text('bad-answer', '{host} returned nothing that Causeway can read.', checkBaseUrl),
  'answer-not-from-model': text('bad-answer', '{host} responded, but not with a model’s answer.', checkBaseUrl),
  'answer-too-large': text('bad-answer', '{host} sent more data at once than Causeway accepts.', endedEarly),
  'answer-malformed': text('bad-answer', 'Causeway couldn’t read part of the answer from {host}, so text may be missing.', endedEarly),
  'answer-ended-early': text('answer-cut', '{host} ended the answer before it was complete.', endedEarly),
  'answer-end-unmarked': text('answer-cut', '{host} closed the stream without an end marker, but the answer is probably complete.', {
    ...endedEarly,
    window: 'Try again only if something is missing.',
  }),
  'engine-stopped': text('answer-cut', 'The engine stopped before the answer was complete.', endedEarly),
  'engine-failed': text('service-error', ({ said }: Quote) => `The engine stopped with an error${quote(said)}.`, endedEarly),
  'answer-connection-lost': text('answer-cut', 'The connection to {host} was lost before the answer was complete.', endedEarly),
};

/** Quotes the service's own message as the end of a sentence. */
function quote(said: string): string {
  return said === '' ? '' : `: “${said.replace(/\.$/, '')}”`;
}

function tryAgainIn(waitSeconds: number | null): string {
  return waitSeconds === null
    ? 'Try again in a minute, and contact the service operator if it still fails.'
    : `Try again in ${describeWait(waitSeconds)}.`;
}

function describeWait(seconds: number): string {
  if (seconds >= 90 * 60) return `${Math.ceil(seconds / 3600)} hours`;
  if (seconds >= 90) return `${Math.ceil(seconds / 60)} minutes`;
  return seconds === 1 ? '1 second' : `${seconds} seconds`;
}
