import type { Profile } from '../../electron/contract/profile.ts';
import { useSession } from '../state/session.ts';
import type { RemedyRunner } from './check/remedies.ts';

/** A dialog that a remedy leads to. */
export type RemedyDialog = 'service' | 'authorities' | 'instance' | 'token' | 'new-instance';

/** Carries remedies out on the profile in use; `onOpen` shows the dialog that one needs. */
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
      case 'show-models':
        onShowModels();
    }
  };
}
