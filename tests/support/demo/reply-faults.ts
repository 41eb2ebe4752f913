import { errorTextFor, type RequestError } from '../../../electron/core/demo/dialects/request-error.ts';
import { sglang } from '../../../electron/core/demo/dialects/sglang.ts';
import { vllm } from '../../../electron/core/demo/dialects/vllm.ts';
import { engineAt } from '../../../electron/core/demo/engines/demo-model.ts';
import { json, page, type Reply } from '../../../electron/core/demo/http/reply.ts';
import type { Route } from '../../../electron/core/demo/http/exchange.ts';
import type { ActiveFaults } from './active-faults.ts';
import { faultTarget, type FaultTarget } from './fault.ts';

/** Returns the reply of a matching fault that replaces the service's. */
export function replaceByFault(route: Route, faults: ActiveFaults): Reply | undefined {
  if (route.mode === 'none') return undefined;
  const target = faultTarget(route);
  const redirect = faults.take('redirect', target);
  if (redirect) return page(307, '307 Temporary Redirect', { location: redirect.to });
  if (faults.take('html', target))
    return {
      kind: 'text',
      status: 200,
      type: 'text/html',
      text: '<!doctype html><html><head><title>Sign in</title></head><body>Sign in</body></html>',
    };
  const fault = faults.take('status', target);
  const engine = route.mode === 'direct' ? engineAt(route.segment) : 'vllm';
  return fault && statusReply(fault.status, fault.retryAfter, route.mode, engine);
}

function statusReply(status: number, retryAfter: number, mode: 'proxy' | 'direct', engine: 'vllm' | 'sglang'): Reply {
  const headers = status === 429 || status === 503 ? { 'retry-after': String(retryAfter) } : {};
  const dialect = engine === 'vllm' ? vllm : sglang;
  switch (status) {
    case 401:
      return json(401, mode === 'proxy' ? { detail: 'Invalid token' } : { error: 'Unauthorized' });
    case 403:
      return mode === 'proxy' ? json(403, { detail: 'Use of API key is not enabled in the environment.' }) : page(403, '403 Forbidden');
    case 429:
      return mode === 'proxy'
        ? json(429, { detail: 'Rate limit exceeded' }, headers)
        : json(429, dialect.error(errorTextFor({ kind: 'busy' })), headers);
    case 500:
      return mode === 'proxy'
        ? { kind: 'text', status: 500, type: 'text/plain', text: 'Internal Server Error' }
        : json(500, dialect.error(errorTextFor({ kind: 'broken' })));
    case 502:
      return page(502, '502 Bad Gateway');
    case 503:
      return page(503, '503 Service Temporarily Unavailable', headers);
    default:
      return page(status, `${status} Demo fault`);
  }
}

/** Returns the refusal of a matching fault: of a stream, of its options, or of a field. */
export function findRefusal(body: object, target: FaultTarget, faults: ActiveFaults): RequestError | undefined {
  const isGiven = (field: string): boolean => field in body && (body[field as keyof typeof body] ?? null) !== null;
  if ('stream' in body && body.stream === true && faults.take('refuse-stream', target)) return forbiddenField('stream');
  if (isGiven('stream_options') && faults.take('refuse-stream-options', target)) return forbiddenField('stream_options');
  const refused = faults.take('refuse-field', target, ({ field }) => isGiven(field));
  return refused && { kind: 'rejected', message: `\`${refused.field}\` is not supported.`, parameter: refused.field };
}

function forbiddenField(parameter: string): RequestError {
  return { kind: 'invalid-body', items: [{ type: 'extra_forbidden', loc: ['body', parameter], msg: 'Extra inputs are not permitted' }] };
}
