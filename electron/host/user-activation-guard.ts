import type { Result } from '../contract/failure.ts';
import { cancelledCall, fail } from '../contract/failures/fail.ts';
import type { Handlers, RouteName, CoreRoute } from '../contract/routes.ts';
import type { CallContext } from '../core/create-core.ts';
import { activationPrompts, type GuardedSettings, type ActivationRules } from './user-activation-rules.ts';
import { notAllowed, type UserGesture } from './user-activation.ts';
import { escapeHiddenCharacters } from './dialogs.ts';
import { hostText } from './text.ts';

type AllHandlers = Handlers<RouteName, CallContext>;
type AnyHandler = (input: unknown, context: CallContext) => Result<unknown> | Promise<Result<unknown>>;

/** Wraps handlers for use by a page. Requests that the rules name run only right after a click or key press. */
export function requireUserActivation(
  handlers: AllHandlers,
  rules: ActivationRules,
  gesture: () => Pick<UserGesture, 'use'> | undefined,
  now: () => GuardedSettings,
): AllHandlers {
  const guarded = Object.entries(rules).map(([route, rule]) => {
    const isGuarded = rule as (input: unknown, settings: GuardedSettings) => boolean; // rule and handler belong to the same route
    const handle = handlers[route as RouteName] as AnyHandler;
    // routes whose handler asks by itself have no prompt
    const describe = activationPrompts[route as keyof typeof activationPrompts] as ((input: unknown) => string) | undefined;
    const guardedHandler: AnyHandler = async (input, context) => {
      if (!isGuarded(input, now())) return handle(input, context);
      const answer = describe && (await gesture()?.use(describe(input), context.signal));
      // the answer may come long after the user has cancelled the action
      if (context.signal.aborted) return cancelledCall;
      return answer === 'yes' ? handle(input, context) : notAllowed(answer);
    };
    return [route, guardedHandler] as const;
  });
  return { ...handlers, ...(Object.fromEntries(guarded) as Partial<AllHandlers>) };
}

type TrustHandlers = Pick<Handlers<CoreRoute, CallContext>, 'questions.answer' | 'tunnel.confirmNewInstance'>;

/** Wraps the handlers that trust a host key, so that a page can't trust a server without a click or key press. */
export function requireActivationForTrust(handlers: TrustHandlers, gesture: () => Pick<UserGesture, 'use'> | undefined): TrustHandlers {
  return {
    'questions.answer': async (input, context) => {
      const trusts = input.reply.kind === 'host-key' && input.reply.isTrusted;
      const answer = trusts ? await gesture()?.use(hostText.actions.trustHostKey, context.signal) : 'yes';
      if (context.signal.aborted) return cancelledCall;
      return answer === 'yes' ? handlers['questions.answer'](input, context) : notAllowed(answer, fail('trust-needs-click'));
    },
    'tunnel.confirmNewInstance': async (input, context) => {
      const action = hostText.actions.confirmInstance(escapeHiddenCharacters(input.fingerprint));
      const answer = await gesture()?.use(action, context.signal);
      if (context.signal.aborted) return cancelledCall;
      return answer === 'yes' ? handlers['tunnel.confirmNewInstance'](input, context) : notAllowed(answer, fail('trust-needs-click'));
    },
  };
}
