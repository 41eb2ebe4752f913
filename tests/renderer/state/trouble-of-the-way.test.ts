import { expect, test } from 'vitest';
import { failureCodes } from '../../../electron/contract/failure.ts';
import { findings } from '../../../electron/core/diagnosis/findings.ts';
import { isTroubleOfTheWay } from '../../../renderer/state/trouble-of-the-way.ts';

const mendedOnTheWay = new Set([
  'enter-token',
  'edit-instance',
  'choose-authorities',
  'open-web-chat',
  'reconnect',
  'start-tunnel',
  'confirm-new-instance',
  'use-tunnel',
  'use-system-ssh',
]);

// catches an answer that fails for want of something the check would offer to mend, and does not lead there
test('whatever the check can mend leads to it', () => {
  const mended = failureCodes.filter((code) => mendedOnTheWay.has(findings[code].action ?? ''));
  expect(mended.length).toBeGreaterThan(10);
  expect(mended.filter((code) => !isTroubleOfTheWay(code))).toEqual([]);
});

test('what a question itself brought about does not', () => {
  const own = ['cancelled', 'context-length', 'request-rejected', 'unknown-model', 'unsupported'] as const;
  expect(own.filter(isTroubleOfTheWay)).toEqual([]);
});
