import { describeFailure } from '../../electron/contract/failures/render-failure.ts';
import type { ReactNode } from 'react';
import type { RemedyAction, CheckRoute } from '../../electron/contract/connection-check.ts';
import type { Profile } from '../../electron/contract/profile.ts';
import type { Failure } from '../../electron/contract/failure.ts';
import { Button } from '../ui/button.tsx';
import { useSession } from '../state/session.ts';
import { CheckConnectionButton } from '../shared/connection-navigation.tsx';
import { FailureMessage } from '../ui/failure-message.tsx';
import { connectionText } from './text.ts';
import type { ReadyConnection } from '../../electron/contract/connection.ts';
import { remedyActionFor, remedyByFailure, isInstanceStep } from '../../electron/contract/failure-remedies.ts';
import { connectionPaths } from '../../electron/presentation/connection-path.ts';

/** A remedy with its own button. The check panel has the button that runs the check again. */
export type OfferedRemedy = Exclude<RemedyAction, 'run-again'>;

export type RemedyRunner = (action: OfferedRemedy) => void;

/** Button labels of the remedies. */
const remedyTitles: Readonly<Record<OfferedRemedy, string>> = connectionText.remedies;

const needsOwnProfile: ReadonlySet<RemedyAction> = new Set([
  'open-web-chat',
  'enter-token',
  'edit-service',
  'edit-instance',
  'choose-authorities',
  'use-tunnel',
  'use-system-ssh',
]);

/** Whether a remedy is offered. The demo's profile can't be edited, and the demo has no web chat. */
export function isOffered(action: RemedyAction, isDemo: boolean): action is OfferedRemedy {
  return action !== 'run-again' && (!isDemo || !needsOwnProfile.has(action));
}

export function RemedyButton({
  action,
  hasInstance,
  onRemedy,
}: {
  readonly action: OfferedRemedy;
  readonly hasInstance: boolean;
  readonly onRemedy: RemedyRunner;
}) {
  return (
    <Button variant="primary" size="sm" onClick={() => onRemedy(action)}>
      {action === 'use-tunnel' && !hasInstance ? connectionText.addInstance : remedyTitles[action]}
    </Button>
  );
}

/** A dialog that a remedy opens. */
export type RemedyDialog = 'service' | 'authorities' | 'instance' | 'token' | 'new-instance';

/** Returns a function that applies remedies to the active profile. `onOpen` shows the dialog that a remedy needs. */
export function useRemedies(profile: Profile | undefined, onOpen: (dialog: RemedyDialog) => void, onShowModels: () => void): RemedyRunner {
  const { bridge, attempt, openLink } = useSession();
  return (action) => {
    switch (action) {
      case 'enter-token':
        onOpen('token');
        return;
      case 'edit-service':
        onOpen('service');
        return;
      case 'choose-authorities':
        onOpen('authorities');
        return;
      case 'edit-instance':
        onOpen('instance');
        return;
      case 'confirm-new-instance':
        onOpen('new-instance');
        return;
      case 'open-web-chat':
        if (profile) void attempt(openLink(profile.service.baseUrl));
        return;
      case 'reconnect':
      case 'start-tunnel':
        void attempt(bridge.call('tunnel.reconnect'));
        return;
      case 'use-proxy':
      case 'use-direct':
        void attempt(bridge.call('connection.setMode', { mode: action === 'use-proxy' ? 'proxy' : 'direct' }));
        return;
      case 'use-tunnel':
        if (!profile?.instance) onOpen('instance');
        else void attempt(bridge.call('profiles.change', { id: profile.id, change: { directRoute: 'tunnel' } }));
        return;
      case 'use-system-ssh':
        if (profile?.instance) {
          const instance = { ...profile.instance, transport: 'openssh' as const };
          void attempt(bridge.call('profiles.change', { id: profile.id, change: { instance } }));
        }
        return;
      case 'show-models':
        onShowModels();
    }
  };
}

/** A connection failure with its remedies and a button that starts a connection check. */
export function ConnectionFailure({ failure, children }: { readonly failure: Failure; readonly children?: ReactNode }) {
  return (
    <div className="connection-failure column">
      <FailureMessage failure={describeFailure(failure)} />
      <div className="connection-actions row wrap">
        {children}
        <CheckConnectionButton code={failure.code} />
      </div>
    </div>
  );
}

/** What keeps the active mode from working. */
export interface PathProblem {
  /** Undefined if the user stopped the tunnel. */
  readonly failure: Failure | undefined;
  /** The remedy that Causeway can apply. */
  readonly action: OfferedRemedy | undefined;
}

/** Returns the first problem on the active path, because later ones are mostly its consequences. Undefined if there is none. */
export function pathProblem(connection: ReadyConnection): PathProblem | undefined {
  const { mode, direct, tunnel, profile } = connection;
  // It stays stopped until the user starts it.
  if (mode === 'direct' && tunnel?.state.kind === 'stopped') return { failure: undefined, action: 'start-tunnel' };
  const stage = connectionPaths(connection, null)[mode].find(({ failure }) => failure !== null);
  const failure = stage?.failure;
  if (!failure) return undefined;
  const route: CheckRoute = mode === 'proxy' ? 'proxy' : direct.now !== 'straight' && tunnel !== null ? 'tunnel' : 'straight';
  const usualStep = remedyByFailure[failure.code].step[route];
  const step = stage.id !== 'instance' && isInstanceStep(route, usualStep) ? 'forwarding' : usualStep; // it occurred behind the instance
  const action = remedyActionFor(failure, { route, step });
  return { failure, action: action !== null && isOffered(action, profile.isDemo) ? action : undefined };
}
