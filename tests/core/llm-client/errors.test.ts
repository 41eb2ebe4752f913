import { expect, test } from 'vitest';
import { describeFailure, renderFailure } from '../../../electron/contract/failures/render-failure.ts';
import { type Refusal, readRetryAfter } from '../../../electron/core/llm-client/errors/service-failure.ts';
import { readErrorBody, serviceFailure } from '../../../electron/core/llm-client/llm-client.ts';

const base: Omit<Refusal, 'mode' | 'status' | 'body'> = {
  host: 'models.example.org',
  model: 'alpha-R1',
  segment: 'engine-b',
  hasToken: true,
  retryAfterMs: undefined,
};

function failureOf(mode: 'proxy' | 'direct', status: number, body: unknown, more: Partial<Refusal> = {}) {
  return serviceFailure({
    ...base,
    ...more,
    mode,
    status,
    body: readErrorBody(typeof body === 'string' ? body : JSON.stringify(body), ['sk-topsecret']),
  });
}

const vllm = (message: string, code: unknown = 400, param: unknown = null) => ({
  error: { message, type: 'BadRequestError', param, code },
});
const sglang = (message: string, code: unknown = 400) => ({ object: 'error', message, type: 'BadRequestError', param: null, code });

test.each([
  ['direct', 401, { error: 'Unauthorized' }, 'network-not-permitted', 'network-not-permitted'],
  ['direct', 403, '<html>403</html>', 'network-not-permitted', 'network-not-permitted'],
  ['proxy', 401, { detail: 'Invalid token' }, 'token-refused', 'token-refused'],
  ['proxy', 401, { detail: '401 Unauthorized' }, 'token-refused', 'token-refused'],
  ['proxy', 403, { detail: 'Use of API key is not enabled in the environment.' }, 'token-forbidden', 'token-forbidden'],
  ['direct', 404, vllm('The model `x` does not exist.', 404, 'model'), 'unknown-model', 'model-not-served'],
  ['direct', 400, sglang('Model mismatch: this engine serves y'), 'unknown-model', 'model-not-served'],
  ['proxy', 400, { detail: 'Model not found' }, 'unknown-model', 'model-not-served'],
  ['direct', 404, { detail: 'Not Found' }, 'unknown-model', 'engine-not-found'],
  ['proxy', 404, { detail: 'Not Found' }, 'not-the-service', 'endpoint-not-found'],
  [
    'direct',
    400,
    vllm("This model's maximum context length is 4096 tokens. However, you requested 5000 tokens"),
    'context-length',
    'context-length',
  ],
  [
    'direct',
    400,
    sglang("The input (9000 tokens) is longer than the model's context length (8192 tokens)."),
    'context-length',
    'context-length',
  ],
  ['proxy', 400, { detail: { message: 'too long', code: 'context_length_exceeded' } }, 'context-length', 'context-length'],
  ['proxy', 422, { detail: [{ loc: ['body', 'temperature'], msg: 'must be below 2', type: 'x' }] }, 'request-rejected', 'request-rejected'],
  ['direct', 400, vllm('tool_choice is not supported'), 'request-rejected', 'request-rejected'],
  ['direct', 500, { error: { message: 'CUDA error', code: 500 } }, 'service-error', 'service-failed'],
  ['proxy', 502, '<html><body>Bad gateway</body></html>', 'service-error', 'engine-unavailable'],
  ['proxy', 400, '<html>what?</html>', 'not-the-service', 'web-page-answered'],
  ['proxy', 302, '', 'not-the-service', 'service-redirected'],
  ['proxy', 413, '<html><h1>413 Request Entity Too Large</h1></html>', 'request-rejected', 'request-too-large'],
  ['direct', 413, vllm('This model’s maximum context length is 4096 tokens', 413), 'context-length', 'context-length'],
  ['direct', 400, vllm('the request exceeds the available context size (4096 tokens)'), 'context-length', 'context-length'],
  ['direct', 400, { error: { message: 'too long', type: 'exceed_context_size_error' } }, 'context-length', 'context-length'],
  ['proxy', 418, 'I am a teapot', 'request-rejected', 'request-rejected'],
  // vLLM, SGLang, llama.cpp, Ollama, LM Studio and OpenRouter
  ['direct', 400, vllm('alpha-R1 is not a multimodal model'), 'request-rejected', 'images-not-taken'],
  ['direct', 400, vllm('At most 0 image(s) may be provided in one prompt.'), 'request-rejected', 'images-not-taken'],
  [
    'direct',
    400,
    sglang("Model only supports text input; received unsupported content type 'image_url'."),
    'request-rejected',
    'images-not-taken',
  ],
  [
    'direct',
    500,
    { error: { code: 500, message: 'image input is not supported - hint: if this is unexpected, you may need to provide the mmproj' } },
    'request-rejected',
    'images-not-taken',
  ],
  ['direct', 400, { error: { message: 'this model does not support image input' } }, 'request-rejected', 'images-not-taken'],
  ['direct', 400, { error: 'Model does not support images. Please use a model that does.' }, 'request-rejected', 'images-not-taken'],
  ['proxy', 404, { error: { message: 'No endpoints found that support image input' } }, 'request-rejected', 'images-not-taken'],
  ['direct', 400, vllm('cannot identify image file'), 'request-rejected', 'request-rejected'],
] as const)('%s %d %j → %s', (mode, status, body, code, reason) => expect(failureOf(mode, status, body)).toMatchObject({ code, reason }));

test('reports a missing token for proxy 401, and how to create one', () => {
  const failure = failureOf('proxy', 401, { detail: 'Not authenticated' }, { hasToken: false });
  expect(failure).toMatchObject({ code: 'token-missing', reason: 'token-missing' });
  expect(describeFailure(failure).remedy).toContain('Settings > Account > API keys');
  expect(renderFailure(failure, { surface: 'terminal' }).remedy).toContain('--token-env');
});

test('describes the wait of 429', () => {
  const failure = failureOf('direct', 429, vllm('slow down', 429), { retryAfterMs: 19_001 });
  expect(failure).toMatchObject({ code: 'rate-limited', params: { waitSeconds: 20 } });
  expect(describeFailure(failure).remedy).toBe('Wait 20 seconds, then try again.');
  expect(failureOf('direct', 429, '')).toMatchObject({ code: 'rate-limited', params: { waitSeconds: null } });
  expect(failureOf('direct', 503, '', { retryAfterMs: 0 })).toMatchObject({ reason: 'engine-unavailable', params: { waitSeconds: 1 } });
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
  const refused = failureOf('proxy', 401, { detail: 'Incorrect key: sk-topsecret.' });
  expect(refused.params).toEqual({ said: 'Incorrect key: •••.' });
  expect(describeFailure(refused).message).toMatch(/: “Incorrect key: •••”\.$/);
  expect(failureOf('proxy', 500, '<script>alert(1)</script>').params).toEqual({ status: 500, said: '', waitSeconds: null });
  const long = failureOf('direct', 400, vllm(`bad\u0000\n${'x'.repeat(5000)}`));
  expect(long.params['said']).toMatch(/^bad x{396}…$/);
  expect(describeFailure(long).message.length).toBeLessThan(600);
});

test('reads an error object wrapped as text in another one', () =>
  expect(readErrorBody(JSON.stringify({ detail: JSON.stringify(sglang('inner', 'some_code')) }), [])).toMatchObject({
    message: 'inner',
    code: 'some_code',
  }));

test.each([
  [vllm('At most 4 image(s) may be provided in one request.'), 4],
  [vllm('At most 1 image(s) may be provided in one prompt.'), 1],
  [vllm('You set image=2 (or defaulted to 1) in `--limit-mm-per-prompt`, but passed 3 image items in the same prompt.'), 2],
  [sglang('Image count 5 exceeds limit 3 per request.'), 3],
])('reads how many images the engine takes from %j', (body, limit) =>
  expect(failureOf('direct', 400, body)).toMatchObject({ reason: 'too-many-images', params: { limit } }),
);
