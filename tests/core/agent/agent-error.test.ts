import { expect, test } from 'vitest';
import { failureCodes } from '../../../electron/contract/failure.ts';
import { sampleFailure } from '../../support/sample-failure.ts';
import { errorHeaders, errorJson, agentErrorFor } from '../../../electron/core/agent/agent-error.ts';

test('gives every failure a correct status, a code and its remedy', () => {
  for (const code of failureCodes) {
    const error = agentErrorFor(sampleFailure(code));
    expect(error.status, code).toBeGreaterThanOrEqual(400);
    expect(error.code, code).toMatch(/^[a-z_]+$/);
    const { error: sent } = JSON.parse(errorJson(error)) as { readonly error: Readonly<Record<string, unknown>> };
    expect(sent).toMatchObject({ message: 'It broke. Mend it.', param: null, code: error.code, remedy: 'Mend it.' });
    expect(sent['type'], code).toMatch(/_error$/);
  }
});

test('sends Retry-After for temporary failures', () => {
  for (const code of ['tunnel-unavailable', 'rate-limited', 'cancelled'] as const) {
    expect(Number(errorHeaders(agentErrorFor(sampleFailure(code)))['retry-after']), code).toBeGreaterThan(0);
  }
  expect(errorHeaders(agentErrorFor(sampleFailure('token-missing')))).not.toHaveProperty('retry-after');
});
