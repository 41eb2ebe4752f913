import { expect, test } from 'vitest';
import { ok } from '../../../electron/contract/failure.ts';
import type { PreloadBridge } from '../../../electron/contract/ipc.ts';
import { createCall } from '../../../renderer/bridge/bridge.ts';
import { createMessageEdit } from '../../../renderer/chat/message-edit.ts';
import { createAttachFiles } from '../../../renderer/chat/use-attach.ts';
import { createFakeBridge } from '../fake-bridge.ts';

test('adds no image to an edit that was discarded meanwhile (catches a draft that later hides the images of the message)', async () => {
  const edit = createMessageEdit(createCall(createFakeBridge()), { id: 'one', text: 'What is this?' });
  const saving = Promise.withResolvers<undefined>();
  const attach = createAttachFiles({
    saveImage: async ({ name }) => {
      edit.discard();
      await saving.promise;
      return ok({ hash: 'a'.repeat(64), type: 'image/png', width: 2, height: 1, bytes: 70, name, alternative: '' });
    },
    readDocument: async () => expect.unreachable('reads no document'),
  });
  const attached = attach([new File([new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])], 'a.png')], edit);
  saving.resolve(undefined);
  await attached;
  expect(edit.images.read()).toEqual([]);
});

/** A bridge that saves drafts in a map. */
function draftBridge(saved: Map<string, string>): PreloadBridge {
  return {
    call: async (request) => {
      if (request.kind === 'cancel') return undefined;
      const { key, text = null } = request.input as { readonly key: string; readonly text?: string | null };
      if (request.route === 'drafts.read') return ok({ text: saved.get(key) ?? null });
      if (text === null) saved.delete(key);
      else saved.set(key, text);
      return ok(undefined);
    },
    on: () => undefined,
  };
}

test('restores an edit from which everything was removed, until it is discarded (catches images that are sent again after a restart)', async () => {
  const saved = new Map<string, string>();
  const image = { hash: 'a'.repeat(64), type: 'image/png', width: 2, height: 1, bytes: 70, name: 'a.png', alternative: '' } as const;
  const message = { id: 'one', text: 'What is this?', attachments: [{ name: 'a.txt', language: null, text: 'x' }], images: [image] };
  const open = async () => {
    const edit = createMessageEdit(createCall(draftBridge(saved)), message);
    await expect
      .poll(() => [edit.draft, edit.files, edit.images.draft].map((each) => each.read().status.kind))
      .toEqual(Array(3).fill('saved'));
    return { edit, content: [edit.draft.read().text, edit.files.read().text, edit.images.read()] };
  };
  const { edit, content } = await open();
  expect(content).toEqual(['What is this?', JSON.stringify(message.attachments), [image]]);
  edit.draft.edit('');
  edit.detach(0);
  edit.images.write([]);
  edit.flush();

  const again = await open();
  expect(again.content).toEqual(['', '', []]);
  again.edit.discard();
  await expect.poll(() => saved.size).toBe(0);
});
