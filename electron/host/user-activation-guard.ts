import { failed, type Result } from '../contract/failure.ts';
import type { Handlers, RouteName } from '../contract/routes.ts';
import type { CallContext } from '../core/create-core.ts';
import type { GuardedSettings, ActivationRules } from './user-activation-rules.ts';
import { activationPrompts } from './user-activation-prompts.ts';
import type { UserGesture } from './user-gesture.ts';

type AllHandlers = Handlers<RouteName, CallContext>;
type AnyHandler = (input: unknown, context: CallContext) => Result<unknown> | Promise<Result<unknown>>;

/** The handlers as a page may call them: what the rules name is carried out only right after a click or a key. */
export function requireUserActivation(
  handlers: AllHandlers,
  rules: ActivationRules,
  gesture: () => Pick<UserGesture, 'use'> | undefined,
  now: () => GuardedSettings,
): AllHandlers {
  const guarded = Object.entries(rules).map(([route, rule]) => {
    const needsClick = rule as (input: unknown, ground: GuardedSettings) => boolean; // rule and handler stand under the same route
    const carryOut = handlers[route as RouteName] as AnyHandler;
    // what asks in full itself has none
    const words = activationPrompts[route as keyof typeof activationPrompts] as ((input: unknown) => string) | undefined;
    const guardedHandler: AnyHandler = async (input, context) =>
      needsClick(input, now()) && !(words && (await gesture()?.use(words(input)))) ? withoutClick() : carryOut(input, context);
    return [route, guardedHandler] as const;
  });
  return { ...handlers, ...(Object.fromEntries(guarded) as Partial<AllHandlers>) };
}

function withoutClick(): Result<never> {
  return failed('refused', 'Causeway does this only when you click.', 'Click again.');
}
