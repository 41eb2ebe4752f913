import type { Failure, FailureCode } from '../../../contract/failure.ts';
import { textFailure } from '../../../contract/failures/fail.ts';
import type { Mode } from '../../../contract/profile.ts';
import type { ErrorBody } from './error-body.ts';
import { describeWait } from './retry-after.ts';

/** An error response and its request. */
export interface Refusal {
  readonly mode: Mode;
  readonly status: number;
  readonly body: ErrorBody;
  readonly host: string;
  /** The requested model, if there was one. */
  readonly model: string | undefined;
  readonly segment: string | undefined;
  readonly hasToken: boolean;
  readonly retryAfterMs: number | undefined;
  /** Never shown in a message, even if the service repeats it. */
  readonly secrets: readonly string[];
}

const newTokenRemedy =
  'Make a new one in the web chat (user menu, Settings, Account, API keys), copy it, and enter it on the Connection screen.';

/** Converts an error response of any dialect to a Failure. */
export function serviceFailure(refusal: Refusal): Failure {
  const { status, body, mode } = refusal;
  if (status === 401) return mode === 'direct' ? notPermitted(refusal) : tokenFailure(refusal);
  if (status === 403) return mode === 'direct' ? notPermitted(refusal) : tokenForbidden(refusal);
  if (status === 407)
    return failure(
      'http-proxy',
      'An HTTP proxy on the way asks for a password.',
      'Put it into HTTPS_PROXY, or ask your network administrator.',
    );
  if (status === 429) return rateLimited(refusal);
  if (status >= 300 && status < 400) return redirected(refusal);
  if (isContextLength(body, status)) return contextLength(refusal);
  if (isUnknownModel(body, status)) return unknownModel(refusal);
  if (status === 404 || status === 405) return notFound(refusal);
  if (status === 408) return failure('first-byte-timeout', `${refusal.host} gave up waiting.${quoteService(refusal)}`, 'Try again.');
  if (status >= 500) return broken(refusal);
  if (body.isMarkup) return notTheService(refusal.host);
  return failure(
    'request-rejected',
    `The service did not accept the request (${status}).${quoteService(refusal)}`,
    'Change what it names, or remove the parameters you added.',
  );
}

/** Converts an error that arrived within a started answer. */
export function midStreamFailure(refusal: Refusal): Failure {
  const status = Number(refusal.body.code);
  const hasStatus = Number.isInteger(status) && status >= 400 && status < 600 && status !== 500;
  if (hasStatus) return serviceFailure({ ...refusal, status });
  if (isContextLength(refusal.body, 400)) return contextLength(refusal);
  return failure(
    'service-error',
    `The engine broke off with an error.${quoteService(refusal)}`,
    'What came is kept; try again or continue from there.',
  );
}

/** Returns the failure for a web page instead of an answer. */
export function notTheService(host: string): Failure {
  return failure(
    'not-the-service',
    `A web page answered at ${host}, not the language-model service.`,
    'Check the base URL; on a guest network, log in to the network first.',
  );
}

function notPermitted({ host }: Refusal): Failure {
  return failure(
    'network-not-permitted',
    `This network is not permitted to reach the engines at ${host}.`,
    'Switch on the tunnel, or use the proxy.',
  );
}

function tokenFailure(refusal: Refusal): Failure {
  return refusal.hasToken
    ? failure(
        'token-refused',
        `The service does not accept this API token: it is wrong, expired or revoked.${quoteService(refusal)}`,
        newTokenRemedy,
      )
    : tokenMissing;
}

function tokenForbidden(refusal: Refusal): Failure {
  if (!refusal.hasToken) return tokenFailure(refusal);
  return failure(
    'token-forbidden',
    `The service does not let this account use API tokens, or not for this model.${quoteService(refusal)}`,
    'Ask the operator to switch on API keys for you, or use the direct way.',
  );
}

function rateLimited(refusal: Refusal): Failure {
  const waitMs = refusal.retryAfterMs;
  return failure(
    'rate-limited',
    `The service has had too many requests from you.${quoteService(refusal)}`,
    waitMs === undefined ? 'Wait a little, then try again.' : `Wait ${describeWait(waitMs)}, then try again.`,
  );
}

function redirected({ host, status }: Refusal): Failure {
  return failure(
    'not-the-service',
    `${host} wants to send us elsewhere (${status}); that is never followed, because your token would go along.`,
    'Enter the final address as the base URL.',
  );
}

function contextLength(refusal: Refusal): Failure {
  return failure(
    'context-length',
    `The conversation is longer than ${refusal.model ?? 'the model'} can read.${quoteService(refusal)}`,
    'Lower the maximum of new tokens, shorten the conversation, or choose a model with a longer context.',
  );
}

function unknownModel(refusal: Refusal): Failure {
  const where = refusal.mode === 'direct' && refusal.segment !== undefined ? ` at the segment ${refusal.segment}` : '';
  return failure(
    'unknown-model',
    `The service does not serve ${refusal.model ?? 'this model'}${where}.${quoteService(refusal)}`,
    'Refresh the model list and choose one that is listed, or correct its segment in the catalog.',
  );
}

function notFound(refusal: Refusal): Failure {
  return refusal.mode === 'direct' && refusal.segment !== undefined
    ? failure(
        'unknown-model',
        `There is no engine at the segment ${refusal.segment}.`,
        'Check the segment in the catalog; the operator may have moved it.',
      )
    : failure(
        'not-the-service',
        `There is nothing of the kind at ${refusal.host} (${refusal.status}).${quoteService(refusal)}`,
        'Check the base URL of the profile.',
      );
}

function broken(refusal: Refusal): Failure {
  const waitMs = refusal.retryAfterMs;
  const isOverloaded = refusal.status === 502 || refusal.status === 503 || refusal.status === 504;
  return failure(
    'service-error',
    `${isOverloaded ? 'The engine is not available right now' : 'The service broke while answering'} (${refusal.status}).${quoteService(refusal)}`,
    waitMs === undefined ? 'Try again in a minute; if it lasts, tell the operator.' : `Try again in ${describeWait(waitMs)}.`,
  );
}

function isContextLength(body: ErrorBody, status: number): boolean {
  if (status !== 400 && status !== 413 && status !== 422 && status !== 500) return false;
  return (
    /context[_ -]?(length|window)|maximum (model|input|context)[_ -]?len|max_model_len|longer than the (model|maximum)|too many tokens|prompt is too long/i.test(
      body.message,
    ) || /context_length/i.test(body.code + body.type)
  );
}

function isUnknownModel(body: ErrorBody, status: number): boolean {
  if (status !== 400 && status !== 404 && status !== 422 && status !== 500) return false;
  return (
    /model\b.{0,120}\b(does not exist|not found|not (being )?served|unknown|is not available|mismatch|does not match)/i.test(
      body.message,
    ) ||
    /(unknown|no such|invalid) model/i.test(body.message) ||
    body.code === 'model_not_found' ||
    (status === 404 && body.param === 'model')
  );
}

/** Returns the service's message as a quotation without secrets. */
function quoteService({ body, secrets }: Refusal): string {
  if (body.message === '') return '';
  const redacted = secrets.reduce((text, secret) => (secret === '' ? text : text.replaceAll(secret, '•••')), body.message);
  return ` It said: “${redacted}”${/[.!?…]$/.test(redacted) ? '' : '.'}`;
}

function failure(code: FailureCode, message: string, remedy: string): Failure {
  return textFailure(code, message, remedy);
}

/** The failure of a proxy request without a token. */
export const tokenMissing: Failure = textFailure(
  'token-missing',
  'The proxy asks for an API token, and this profile has none.',
  'Make one in the web chat (user menu, Settings, Account, API keys), copy it, and enter it on the Connection screen.',
);
