import { expect, test } from 'vitest';
import { ok } from '../../../electron/contract/failure.ts';
import { createCall } from '../../../renderer/bridge/bridge.ts';
import { forgetSetupOf, initialSetupState } from '../../../renderer/connection/setup/setup-state.ts';
import { eventually } from '../../support/eventually.ts';
import { createFakeBridge } from '../fake-bridge.ts';

test('forgets the setup of a profile that is used without it, and no other', async () => {
  const bridge = createFakeBridge();
  const call = createCall(bridge);
  const draft = ok({ text: JSON.stringify({ ...initialSetupState, savedProfile: { id: 'chat-abcde' } }) });
  const kept = forgetSetupOf(call, 'other');
  bridge.answer(0, draft);
  await kept;
  expect(bridge.requests).toMatchObject([{ route: 'drafts.read' }]);
  const forgotten = forgetSetupOf(call, 'chat-abcde');
  bridge.answer(1, draft);
  await eventually(() => expect(bridge.requests[2]).toMatchObject({ route: 'drafts.keep', input: { text: '' } }));
  bridge.answer(2, ok(undefined));
  await forgotten;
});
