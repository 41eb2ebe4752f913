import { expect, test } from 'vitest';
import { ok } from '../../../electron/contract/failure.ts';
import { createCall } from '../../../renderer/bridge/bridge.ts';
import { createMessageEdit } from '../../../renderer/chat/message-edit.ts';
import { createAttachFiles } from '../../../renderer/chat/use-attach.ts';
import { createFakeBridge } from '../fake-bridge.ts';

test('adds no image to an edit that was discarded meanwhile (catches a draft that later hides the images of the message)', async () => {
  const edit = createMessageEdit(createCall(createFakeBridge()), { id: 'one', text: 'What is this?' });
  const saving = Promise.withResolvers<undefined>();
  const attach = createAttachFiles(async ({ name }) => {
    edit.discard();
    await saving.promise;
    return ok({ hash: 'a'.repeat(64), type: 'image/png', width: 2, height: 1, bytes: 70, name, alternative: '' });
  });
  const attached = attach([new File([new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])], 'a.png')], edit);
  saving.resolve(undefined);
  await attached;
  expect(edit.images.read()).toEqual([]);
});
