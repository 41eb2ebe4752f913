import { expect, test } from 'vitest';
import { ok } from '../../../electron/contract/failure.ts';
import type { SshReply } from '../../../electron/contract/ssh-question.ts';
import { requireClickForTrust } from '../../../electron/host/approval/require-click-for-trust.ts';
import { oneClick } from '../../support/fake-dialogs.ts';

const context = { signal: new AbortController().signal };

/** What reached the core. */
function guarded(gesture: Parameters<typeof requireClickForTrust>[1]) {
  const arrived: string[] = [];
  const handlers = requireClickForTrust(
    {
      'questions.answer': ({ reply }) => {
        arrived.push(reply.kind);
        return ok(undefined);
      },
      'tunnel.confirmNewInstance': ({ fingerprint }) => {
        arrived.push(fingerprint);
        return ok([]);
      },
    },
    gesture,
  );
  const answer = (reply: SshReply) => handlers['questions.answer']({ id: 'q', reply }, context);
  return { arrived, answer, confirm: () => handlers['tunnel.confirmNewInstance']({ fingerprint: 'SHA256:x' }, context) };
}

test('a page alone can not trust a host key, first seen or changed', async () => {
  const { arrived, answer, confirm } = guarded(() => undefined);
  expect(await answer({ kind: 'host-key', isTrusted: true })).toMatchObject({ ok: false, failure: { code: 'refused' } });
  expect(await confirm()).toMatchObject({ ok: false, failure: { code: 'refused' } });
  expect(arrived).toEqual([]);
});

test('a click trusts one key, not two', async () => {
  const { arrived, answer, confirm } = guarded(oneClick());
  expect(await answer({ kind: 'host-key', isTrusted: true })).toEqual(ok(undefined));
  expect(await confirm()).toMatchObject({ ok: false });
  expect(arrived).toEqual(['host-key']);
});

test('any other answer needs none, and a no least of all', async () => {
  const { arrived, answer } = guarded(() => undefined);
  await answer({ kind: 'host-key', isTrusted: false });
  await answer({ kind: 'given-up' });
  await answer({ kind: 'secret', secret: 'x', keep: false });
  expect(arrived).toEqual(['host-key', 'given-up', 'secret']);
});
