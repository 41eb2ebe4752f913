import { expect, test } from 'vitest';
import { failureCodes, type Failure } from '../../../electron/contract/failure.ts';
import { errorHeaders, errorJson, localApiErrorFor, forwardingErrorFor } from '../../../electron/core/local-api/local-api-error.ts';
import { recordedFailure } from '../../support/recorded-failure.ts';
import { failure as failureOf } from '../../../electron/contract/failures/fail.ts';

test('gives every failure a correct status, a code and its remedy', () => {
  for (const code of failureCodes) {
    const error = localApiErrorFor(recordedFailure(code, 'It broke.', 'Mend it.'), 'api');
    expect(error.status, code).toBeGreaterThanOrEqual(400);
    expect(error.code, code).toMatch(/^[a-z_]+$/);
    const { error: sent } = JSON.parse(errorJson(error)) as { readonly error: Readonly<Record<string, unknown>> };
    expect(sent).toMatchObject({ message: 'It broke. Mend it.', param: null, code: error.code, remedy: 'Mend it.' });
    expect(sent['type'], code).toMatch(/_error$/);
  }
});

test('sends Retry-After for temporary failures', () => {
  for (const code of ['tunnel-unavailable', 'rate-limited', 'cancelled'] as const) {
    expect(Number(errorHeaders(localApiErrorFor(recordedFailure(code), 'api'))['retry-after']), code).toBeGreaterThan(0);
  }
  expect(errorHeaders(localApiErrorFor(recordedFailure('token-missing'), 'api'))).not.toHaveProperty('retry-after');
});

test('names the flag where there is no window, and the setting where there is one', () => {
  const failure = failureOf('answer-stalled', { host: 'chat.example.org' });
  expect(localApiErrorFor(failure, 'terminal').remedy).toContain('--idle-seconds');
  expect(localApiErrorFor(failure, 'api').remedy).toContain('Settings > Timeouts');
  expect(localApiErrorFor(failure, 'api').remedy).not.toContain('--idle-seconds');
});

test('sends a message without a remedy as it is', () =>
  expect(errorJson(localApiErrorFor(failureOf('check-stopped'), 'api'))).toContain('"message":"You stopped the check."'));

test('forbids to repeat only what the service may have handled', () => {
  const host = 'models.example.org';
  const headersOf = (cause: Failure, isRead = false) => errorHeaders(forwardingErrorFor(cause, 'api', isRead));
  for (const cause of [
    failureOf('answer-not-started', { host }),
    failureOf('connection-broken', { host }),
    failureOf('connection-closed'),
  ]) {
    expect(headersOf(cause), cause.reason).toMatchObject({ 'x-should-retry': 'false' });
    expect(headersOf(cause), cause.reason).not.toHaveProperty('retry-after');
    expect(headersOf(cause, true), cause.reason).not.toHaveProperty('x-should-retry');
  }
  for (const cause of [failureOf('tunnel-off'), failureOf('tunnel-not-needed'), failureOf('connect-timed-out', { host })]) {
    expect(headersOf(cause), cause.reason).not.toHaveProperty('x-should-retry');
  }
});
