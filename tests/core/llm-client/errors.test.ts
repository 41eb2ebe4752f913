import { expect, test } from 'vitest';
import type { Refusal } from '../../../electron/core/llm-client/errors/service-failure.ts';
import { readRetryAfter } from '../../../electron/core/llm-client/errors/retry-after.ts';
import { readErrorBody, serviceFailure } from '../../../electron/core/llm-client/llm-client.ts';

const base: Omit<Refusal, 'mode' | 'status' | 'body'> = {
  host: 'models.example.org',
  model: 'alpha-R1',
  segment: 'engine-b',
  hasToken: true,
  retryAfterMs: undefined,
  secrets: ['sk-topsecret'],
};

function failureOf(mode: 'proxy' | 'direct', status: number, body: unknown, more: Partial<Refusal> = {}) {
  return serviceFailure({
    ...base,
    ...more,
    mode,
    status,
    body: readErrorBody(typeof body === 'string' ? body : JSON.stringify(body)),
  });
}

const engineA = (message: string, code: unknown = 400, param: unknown = null) => ({
  error: { message, type: 'BadRequestError', param, code },
});
const engineB = (message: string, code: unknown = 400) => ({ object: 'error', message, type: 'BadRequestError', param: null, code });

test.each([
  ['direct', 401, { error: 'Unauthorized' }, 'network-not-permitted', /tunnel.*proxy/],
  ['direct', 403, '<html>403</html>', 'network-not-permitted', /tunnel/],
  ['proxy', 401, { detail: 'Invalid token' }, 'token-refused', /API keys/],
  ['proxy', 401, { detail: '401 Unauthorized' }, 'token-refused', /API keys/],
  ['proxy', 403, { detail: 'Use of API key is not enabled in the environment.' }, 'token-forbidden', /operator/],
  ['direct', 404, engineA('The model `x` does not exist.', 404, 'model'), 'unknown-model', /Refresh/],
  ['direct', 400, engineB('Model mismatch: this engine serves y'), 'unknown-model', /Refresh/],
  ['proxy', 400, { detail: 'Model not found' }, 'unknown-model', /Refresh/],
  ['direct', 404, { detail: 'Not Found' }, 'unknown-model', /segment/],
  ['proxy', 404, { detail: 'Not Found' }, 'not-the-service', /base URL/],
  [
    'direct',
    400,
    engineA("This model's maximum context length is 4096 tokens. However, you requested 5000 tokens"),
    'context-length',
    /shorten/,
  ],
  ['direct', 400, engineB("The input (9000 tokens) is longer than the model's context length (8192 tokens)."), 'context-length', /shorten/],
  ['proxy', 400, { detail: { message: 'too long', code: 'context_length_exceeded' } }, 'context-length', /shorten/],
  ['proxy', 422, { detail: [{ loc: ['body', 'temperature'], msg: 'must be below 2', type: 'x' }] }, 'request-rejected', /parameters/],
  ['direct', 400, engineA('tool_choice is not supported'), 'request-rejected', /parameters/],
  ['direct', 500, { error: { message: 'CUDA error', code: 500 } }, 'service-error', /Try again/],
  ['proxy', 502, '<html><body>Bad gateway</body></html>', 'service-error', /Try again/],
  ['proxy', 400, '<html>what?</html>', 'not-the-service', /base URL/],
  ['proxy', 302, '', 'not-the-service', /final address/],
  ['proxy', 418, 'I am a teapot', 'request-rejected', /parameters/],
] as const)('%s %d %j → %s', (mode, status, body, code, remedy) => {
  const failure = failureOf(mode, status, body);
  expect(failure.code).toBe(code);
  expect(failure.remedy).toMatch(remedy);
});

test('reports a missing token for proxy 401, and how to create one', () => {
  expect(failureOf('proxy', 401, { detail: 'Not authenticated' }, { hasToken: false })).toMatchObject({
    code: 'token-missing',
    remedy: expect.stringContaining('Settings, Account, API keys'),
  });
});

test('describes the wait of 429', () => {
  expect(failureOf('direct', 429, engineA('slow down', 429), { retryAfterMs: 20_000 })).toMatchObject({
    code: 'rate-limited',
    remedy: 'Wait 20 seconds, then try again.',
  });
  expect(failureOf('direct', 429, '')).toMatchObject({ remedy: 'Wait a little, then try again.' });
});

test('reads Retry-After as seconds, as a date, in the past, and as nonsense', () => {
  const now = Date.parse('2026-01-01T00:00:00Z');
  expect(readRetryAfter('20', now)).toBe(20_000);
  expect(readRetryAfter('Thu, 01 Jan 2026 00:01:00 GMT', now)).toBe(60_000);
  expect(readRetryAfter('Wed, 31 Dec 2025 00:00:00 GMT', now)).toBe(0);
  expect(readRetryAfter('soon', now)).toBeUndefined();
  expect(readRetryAfter(undefined, now)).toBeUndefined();
});

test("quotes the service's message without secrets, markup or control characters, truncated", () => {
  expect(failureOf('proxy', 401, { detail: 'Incorrect key: sk-topsecret' }).message).toContain('Incorrect key: •••');
  expect(failureOf('proxy', 500, '<script>alert(1)</script>').message).not.toContain('script');
  const long = failureOf('direct', 400, engineA(`bad\u0000\n${'x'.repeat(5000)}`)).message;
  expect(long.length).toBeLessThan(600);
  expect(long).toContain('bad x');
});

test('reads an error object wrapped as text in another one', () => {
  expect(readErrorBody(JSON.stringify({ detail: JSON.stringify(engineB('inner', 'some_code')) }))).toMatchObject({
    message: 'inner',
    code: 'some_code',
  });
});
