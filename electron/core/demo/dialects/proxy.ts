import type { DemoModel } from '../engines/demo-model.ts';
import { errorTextFor, type RequestError } from './request-error.ts';

/** Status and body of an error response. */
export interface Refusal {
  readonly status: number;
  readonly body: object;
}

/** Chunks without choices that the proxy sends before the engine's. */
export const proxyPreamble: readonly object[] = [
  { sources: [{ source: { name: 'Causeway guide (demo)' }, document: [], metadata: [] }] },
  {},
];

/** Formats the proxy's model list, which has no `object` field. Unlike the engines' own lists it says which models see. */
export function proxyModels(models: readonly DemoModel[], created: number): object {
  return {
    data: models.map((model) => ({
      id: model.id,
      name: model.id,
      object: 'model',
      created,
      owned_by: 'openai',
      connection_type: 'external',
      architecture: { input_modalities: model.maxImages > 0 ? ['text', 'image'] : ['text'], output_modalities: ['text'] },
    })),
  };
}

/** Formats an error like the proxy. */
export function proxyRefusal(problem: RequestError): Refusal {
  switch (problem.kind) {
    case 'invalid-body':
      return { status: 422, body: { detail: problem.items } };
    case 'not-json':
      return {
        status: 422,
        body: {
          detail: [{ type: 'json_invalid', loc: ['body', 0], msg: 'JSON decode error', input: {}, ctx: { error: 'Expecting value' } }],
        },
      };
    case 'model-not-found':
      return { status: 400, body: { detail: 'Model not found' } };
    case 'context-length':
    case 'unsupported':
    case 'options-without-stream':
    case 'rejected':
    case 'busy':
    case 'broken': {
      const { status, message } = errorTextFor(problem);
      return { status, body: { detail: message } };
    }
  }
}

/** Why the proxy rejects a token. */
export type TokenProblem = 'missing' | 'unknown' | 'revoked' | 'switched-off';

/** Formats the rejection of a token. */
export function tokenRefusal(verdict: TokenProblem): Refusal {
  switch (verdict) {
    case 'missing':
      return { status: 401, body: { detail: 'Not authenticated' } };
    case 'unknown':
      return { status: 401, body: { detail: 'Invalid token' } };
    case 'revoked':
      return { status: 401, body: { detail: 'Your session has expired or the token is invalid. Please sign in again.' } };
    case 'switched-off':
      return { status: 403, body: { detail: 'Use of API key is not enabled in the environment.' } };
  }
}
