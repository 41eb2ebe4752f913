import { expect, test } from 'vitest';
import { remedyActions } from '../../../electron/contract/diagnosis.ts';
import { isOffered } from '../../../renderer/connection/diagnosis/remedies.ts';

test('nothing of the demo is offered to be edited (catches a button that does nothing)', () => {
  expect(remedyActions.filter((action) => isOffered(action, true))).toEqual([
    'open-web-chat',
    'reconnect',
    'start-tunnel',
    'confirm-new-instance',
    'use-proxy',
    'use-direct',
    'show-models',
    'run-again',
  ]);
});

test('a profile of the user’s own is offered every remedy', () => {
  expect(remedyActions.every((action) => isOffered(action, false))).toBe(true);
});
