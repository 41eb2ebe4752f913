import type { CheckRoute, RemedyAction, CheckStepName } from './connection-check.ts';
import type { Failure, FailureCode } from './failure.ts';
import type { CheckSite } from './failures/define.ts';

/** The routes of the connection check and their steps in order. */
export const checkSteps = {
  tunnel: ['name', 'instance', 'ssh', 'host-key', 'identity', 'forwarding', 'tls', 'tls-name', 'models', 'completion'],
  straight: ['name', 'reach', 'tls', 'tls-name', 'models', 'completion'],
  proxy: ['name', 'reach', 'tls', 'tls-name', 'token', 'completion'],
} as const satisfies Record<CheckRoute, readonly CheckStepName[]>;

const instanceSteps: ReadonlySet<CheckStepName> = new Set(['name', 'instance', 'ssh', 'host-key', 'identity']);

/** Returns whether a step concerns the user's instance or a jump host, not the service. */
export function isInstanceStep(route: CheckRoute, step: CheckStepName): boolean {
  return route === 'tunnel' && instanceSteps.has(step);
}

/** Returns the part of the route that a step concerns. */
export function checkSite(route: CheckRoute, step: CheckStepName): CheckSite {
  if (route !== 'tunnel') return route;
  return isInstanceStep(route, step) ? 'instance' : 'behind-tunnel';
}

/** The step that a failure belongs to, and the action offered for it. */
export interface FailureRemedy {
  readonly step: Readonly<Record<CheckRoute, CheckStepName>>;
  readonly action: RemedyAction | null;
  /** Whether a connection check can tell more than the failure itself. */
  readonly isCheckUseful: boolean;
}

const tunnelSteps: ReadonlySet<CheckStepName> = new Set(['instance', 'ssh', 'host-key', 'identity', 'forwarding']);

const at = (tunnel: CheckStepName, proxy: CheckStepName, action: RemedyAction | null, more: 'check' | 'no-check'): FailureRemedy => ({
  step: { tunnel, straight: tunnelSteps.has(tunnel) ? 'reach' : tunnel, proxy },
  action,
  isCheckUseful: more === 'check',
});

/** One entry per failure code, so that each has a step and a remedy. */
export const remedyByFailure: Readonly<Record<FailureCode, FailureRemedy>> = {
  cancelled: at('completion', 'completion', 'run-again', 'no-check'),
  refused: at('completion', 'completion', 'run-again', 'no-check'),
  'invalid-input': at('name', 'name', 'edit-service', 'no-check'),
  unexpected: at('completion', 'completion', 'run-again', 'no-check'),
  storage: at('completion', 'completion', 'run-again', 'no-check'),
  unsupported: at('completion', 'completion', 'use-direct', 'no-check'),
  'network-not-permitted': at('models', 'completion', 'use-tunnel', 'check'),
  'token-missing': at('completion', 'token', 'enter-token', 'check'),
  'token-refused': at('completion', 'token', 'enter-token', 'check'),
  'token-forbidden': at('completion', 'token', 'open-web-chat', 'check'),
  'unknown-model': at('models', 'completion', 'show-models', 'no-check'),
  'context-length': at('completion', 'completion', null, 'no-check'),
  'rate-limited': at('completion', 'completion', 'run-again', 'no-check'),
  'request-rejected': at('completion', 'completion', 'show-models', 'no-check'),
  'service-error': at('models', 'completion', 'run-again', 'no-check'),
  'not-the-service': at('models', 'completion', 'edit-service', 'check'),
  'bad-answer': at('models', 'completion', 'run-again', 'no-check'),
  'answer-cut': at('completion', 'completion', 'run-again', 'no-check'),
  'name-not-found': at('name', 'name', 'edit-service', 'check'),
  'connection-refused': at('instance', 'reach', 'edit-service', 'check'),
  unreachable: at('instance', 'reach', 'run-again', 'check'),
  'connection-lost': at('instance', 'reach', 'run-again', 'check'),
  'connect-timeout': at('instance', 'reach', 'run-again', 'check'),
  'first-byte-timeout': at('completion', 'completion', 'run-again', 'check'),
  'idle-timeout': at('completion', 'completion', 'run-again', 'no-check'),
  'tls-name': at('tls-name', 'tls-name', 'edit-service', 'check'),
  'tls-authority': at('tls', 'tls', 'choose-authorities', 'check'),
  'tls-expired': at('tls', 'tls', 'run-again', 'check'),
  tls: at('tls', 'tls', 'edit-service', 'check'),
  'ca-file': at('tls', 'tls', 'choose-authorities', 'check'),
  'http-proxy': at('instance', 'reach', 'run-again', 'check'),
  'keychain-missing': at('identity', 'token', 'enter-token', 'check'),
  'keychain-locked': at('identity', 'token', 'run-again', 'check'),
  'keychain-refused': at('identity', 'token', 'run-again', 'check'),
  'ssh-auth': at('identity', 'reach', 'edit-instance', 'check'),
  'login-given-up': at('identity', 'reach', 'reconnect', 'check'),
  'ssh-handshake': at('ssh', 'reach', 'edit-instance', 'check'),
  'host-key-changed': at('host-key', 'reach', 'confirm-new-instance', 'check'),
  'host-key-refused': at('host-key', 'reach', 'reconnect', 'check'),
  'host-key-revoked': at('host-key', 'reach', null, 'check'), // must not be connected to
  'forwarding-forbidden': at('forwarding', 'reach', 'edit-instance', 'check'),
  'tunnel-unavailable': at('ssh', 'reach', 'start-tunnel', 'check'),
  'tunnel-program': at('ssh', 'reach', 'edit-instance', 'check'),
  'port-taken': at('completion', 'completion', null, 'no-check'),
};

/** Where a failure occurred. */
export interface CheckLocation {
  readonly route: CheckRoute;
  readonly step: CheckStepName;
}

/**
 * Returns the action to offer, depending on where the failure occurred. Addresses before the instance belong to the instance,
 * and a mode already in use isn't offered.
 */
export function remedyActionFor({ code, reason }: Pick<Failure, 'code' | 'reason'>, { route, step }: CheckLocation): RemedyAction | null {
  if (reason === 'needs-system-ssh') return 'use-system-ssh';
  const { action } = remedyByFailure[code];
  switch (action) {
    case 'edit-service':
      return isInstanceStep(route, step) ? 'edit-instance' : action;
    case 'use-tunnel':
      return route === 'tunnel' ? 'edit-instance' : route === 'straight' ? action : 'run-again';
    case 'start-tunnel': // without a tunnel, one is wanted but there is no instance for it
      return route === 'tunnel' ? action : 'edit-instance';
    case 'enter-token':
      return route === 'proxy' ? action : 'run-again';
    case 'use-direct':
      return route === 'proxy' ? action : 'run-again';
    case 'run-again':
      return unreachableCodes.has(code) ? unreachableRemedy(route, step) : action;
    case null:
    case 'edit-instance':
    case 'choose-authorities':
    case 'open-web-chat':
    case 'reconnect':
    case 'confirm-new-instance':
    case 'use-proxy':
    case 'use-system-ssh':
    case 'show-models':
      return action;
  }
}

const unreachableCodes: ReadonlySet<FailureCode> = new Set(['unreachable', 'connect-timeout']);

/** Returns what may help if an address is unreachable. */
function unreachableRemedy(route: CheckRoute, step: CheckStepName): RemedyAction {
  if (route === 'straight' && (step === 'reach' || step === 'tls')) return 'use-tunnel';
  return step === 'forwarding' ? 'edit-service' : 'run-again';
}
