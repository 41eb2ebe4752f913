import { expect, test } from 'vitest';
import type { RemedyAction } from '../../../electron/contract/diagnosis.ts';
import { failureCodes } from '../../../electron/contract/failure.ts';
import { findings } from '../../../electron/contract/findings.ts';
import { isTroubleOfTheWay } from '../../../renderer/state/trouble-of-the-way.ts';

/** What is about the service or the question, or mends nothing by itself. */
const mendedElsewhere = new Set<RemedyAction | null>([null, 'edit-service', 'use-proxy', 'use-direct', 'show-models', 'run-again']);

// catches an answer that fails for want of something the check would offer to mend, and does not lead there
test('whatever the check can mend leads to it', () => {
  const mended = failureCodes.filter((code) => !mendedElsewhere.has(findings[code].action));
  expect(mended.length).toBeGreaterThan(10);
  expect(mended.filter((code) => !isTroubleOfTheWay(code))).toEqual([]);
});

test('what a question itself brought about does not', () => {
  const own = ['cancelled', 'context-length', 'request-rejected', 'unknown-model', 'unsupported'] as const;
  expect(own.filter(isTroubleOfTheWay)).toEqual([]);
});
