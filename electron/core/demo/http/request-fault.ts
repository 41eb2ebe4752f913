import { engineA } from '../dialects/engine-a.ts';
import { engineB } from '../dialects/engine-b.ts';
import { errorTextFor } from '../dialects/request-error.ts';
import type { ActiveFaults } from '../faults/active-faults.ts';
import type { FaultTarget } from '../faults/fault.ts';
import { json, page, type Reply } from './reply.ts';

/** The reply of a fault that takes the place of every answer, if one strikes. */
export function faultyReply(faults: ActiveFaults, target: FaultTarget, engine: 'A' | 'B'): Reply | undefined {
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
  return fault && statusReply(fault.status, fault.retryAfter, target.way ?? 'direct', engine);
}

function statusReply(status: number, retryAfter: number, way: 'proxy' | 'direct', engine: 'A' | 'B'): Reply {
  const headers = status === 429 || status === 503 ? { 'retry-after': String(retryAfter) } : {};
  const dialect = engine === 'A' ? engineA : engineB;
  switch (status) {
    case 401:
      return json(401, way === 'proxy' ? { detail: 'Invalid token' } : { error: 'Unauthorized' });
    case 403:
      return way === 'proxy' ? json(403, { detail: 'Use of API key is not enabled in the environment.' }) : page(403, '403 Forbidden');
    case 429:
      return way === 'proxy'
        ? json(429, { detail: 'Rate limit exceeded' }, headers)
        : json(429, dialect.error(errorTextFor({ kind: 'busy' })), headers);
    case 500:
      return way === 'proxy'
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
