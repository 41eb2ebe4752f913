import { expect, test } from 'vitest';
import { remedyActions } from '../../../electron/contract/connection-check.ts';
import { isOffered } from '../../../renderer/connection/remedies.tsx';

test('offers no edits of the demo (catches a button that does nothing)', () => {
  const left = ['enter-token', 'edit-service', 'edit-instance', 'choose-authorities', 'use-tunnel', 'use-system-ssh'];
  const isLeft = (action: (typeof remedyActions)[number]) => isOffered(action, false) && !isOffered(action, true);
  expect(remedyActions.filter(isLeft)).toEqual(left);
});

test('offers every remedy for the user’s profiles, except the check, which has its button (catches two of them)', () => {
  expect(remedyActions.filter((action) => !isOffered(action, false))).toEqual(['run-again']);
});
