import type { Handlers, ShellRoute } from '../contract/routes.ts';
import type { CallContext, Core } from '../core/create-core.ts';
import { trustByClick } from './approval/trust-by-click.ts';
import type { ClickRules } from './click-rules.ts';
import { createDispatcher, type Dispatcher } from './dispatcher.ts';
import { guardByClick } from './guard-by-click.ts';
import type { UserGesture } from './user-gesture.ts';

export interface PageDispatcherOptions {
  readonly core: Core;
  readonly shellHandlers: Handlers<ShellRoute, CallContext>;
  readonly clickRules: ClickRules;
  readonly gesture: () => UserGesture | undefined;
}

/** Everything a page may ask of the core and the shell, behind the rules about clicks. */
export function createPageDispatcher({ core, shellHandlers, clickRules, gesture }: PageDispatcherOptions): Dispatcher {
  return createDispatcher({
    handlers: guardByClick({ ...core.handlers, ...trustByClick(core.handlers, gesture), ...shellHandlers }, clickRules, gesture, () => ({
      agent: core.agent.read().settings,
      desktop: core.settings.read().desktop,
      profile: core.profiles.find,
      tool: (id) => core.tools.read().tools.find((tool) => tool.id === id),
      server: (id) => core.tools.read().servers.find((server) => server.id === id),
    })),
    onBug: (route, error) => core.log.error('handler.bug', { route, error }),
  });
}
