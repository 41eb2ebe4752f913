import type { Handlers, ShellRoute } from '../contract/routes.ts';
import type { CallContext, Core } from '../core/create-core.ts';
import { requireActivationForTrust, requireUserActivation } from './user-activation-guard.ts';
import type { ActivationRules } from './user-activation-rules.ts';
import { createDispatcher, type Dispatcher } from './dispatcher.ts';
import type { UserGesture } from './user-activation.ts';

export interface PageDispatcherOptions {
  readonly core: Core;
  readonly shellHandlers: Handlers<ShellRoute, CallContext>;
  readonly activationRules: ActivationRules;
  readonly gesture: () => UserGesture | undefined;
}

/** Creates the dispatcher for a page: all routes of the core and the shell, guarded by the activation rules. */
export function createPageDispatcher({ core, shellHandlers, activationRules, gesture }: PageDispatcherOptions): Dispatcher {
  return createDispatcher({
    handlers: requireUserActivation(
      { ...core.handlers, ...requireActivationForTrust(core.handlers, gesture), ...shellHandlers },
      activationRules,
      gesture,
      () => ({
        localApi: core.localApi.read().settings,
        desktop: core.settings.read().desktop,
        profile: core.profiles.find,
        tool: (id) => core.tools.read().tools.find((tool) => tool.id === id),
        server: (id) => core.tools.read().servers.find((server) => server.id === id),
      }),
    ),
    onBug: (route, error) => core.log.error('handler.bug', { route, error }),
  });
}
