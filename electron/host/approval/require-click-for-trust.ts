import { failed, type Result } from '../../contract/failure.ts';
import type { CoreRoute, Handlers } from '../../contract/routes.ts';
import type { CallContext } from '../../core/create-core.ts';
import { escapeHiddenCharacters } from '../dialogs/escape-hidden-characters.ts';
import type { UserGesture } from '../user-gesture.ts';

type TrustHandlers = Pick<Handlers<CoreRoute, CallContext>, 'questions.answer' | 'tunnel.confirmNewInstance'>;

/** The core's own handlers, where a server's key is trusted only right after a click or a key: a page alone trusts nobody. */
export function requireClickForTrust(handlers: TrustHandlers, gesture: () => Pick<UserGesture, 'use'> | undefined): TrustHandlers {
  return {
    'questions.answer': async (input, context) => {
      const trusts = input.reply.kind === 'host-key' && input.reply.isTrusted;
      if (trusts && !(await gesture()?.use('trust the host key that it has just shown you'))) return withoutClick();
      return handlers['questions.answer'](input, context);
    },
    'tunnel.confirmNewInstance': async (input, context) => {
      const isYes = await gesture()?.use(`take ${escapeHiddenCharacters(input.fingerprint)} for the key of your new instance`);
      return isYes ? handlers['tunnel.confirmNewInstance'](input, context) : withoutClick();
    },
  };
}

function withoutClick(): Result<never> {
  return failed('refused', 'A server is trusted only when you say so yourself.', 'Compare its fingerprint, then click again.');
}
