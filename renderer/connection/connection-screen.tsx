import { describeFailure } from '../../electron/contract/failures/render-failure.ts';
import { useState } from 'react';
import { demoProfileId } from '../../electron/contract/constants.ts';
import type { ReadyConnection } from '../../electron/contract/connection.ts';
import type { Profile } from '../../electron/contract/profile.ts';
import { useSession } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import { usePendingRequest } from '../state/pending-request.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { FailureRetry } from '../ui/failure-message.tsx';
import { Spinner } from '../ui/progress.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { LocalApiPanel } from './local-api/local-api-panel.tsx';
import { RequestsPanel } from './local-api/requests-panel.tsx';
import { useConnectionStores, useProfiles } from './connection-context.ts';
import './connection-screen.css';
import { CheckPanel, useConnectionCheck } from './check/check-panel.tsx';
import { isOffered, useRemedies, type RemedyDialog, type RemedyRunner, pathProblem } from './remedies.tsx';
import { ModelsPanel } from './models/models-panel.tsx';
import { ProfileBar, ProfileDialog } from './profiles/profile-bar.tsx';
import { TokenView } from './profiles/token-form.tsx';
import { PathView } from './path/path-view.tsx';
import { NewInstanceDialog, TunnelPanel } from './tunnel/tunnel-panel.tsx';
import { useAction } from './use-action.ts';
import { Setup } from './setup/setup.tsx';
import { connectionText } from './text.ts';

type Tab = 'overview' | 'models' | 'tunnel' | 'localApi' | 'requests';
type OpenDialog = RemedyDialog | 'setup';

/** The connection between this computer and the engines: its state, its problems and its settings. */
export function ConnectionScreen({ onStartChat }: { readonly onStartChat: () => void }) {
  const { bridge, ...session } = useSession();
  const connection = useStore(session.connection);
  const { isBusy, run } = useAction();
  const { profiles, activeId } = useProfiles();
  const [tab, setTab] = useState<Tab>('overview');
  const [opened, setOpened] = useState<{ readonly dialog: OpenDialog; readonly profileId: string | null }>();
  const active = profiles.find(({ id }) => id === activeId);
  // Another tab may activate another profile, to which the open dialog would be applied. The setup has a profile of its own.
  const isOutdated = opened !== undefined && opened.dialog !== 'setup' && opened.profileId !== activeId;
  if (isOutdated) setOpened(undefined);
  const open = isOutdated ? undefined : opened?.dialog;
  const setOpen = (dialog: OpenDialog | undefined) => setOpened(dialog && { dialog, profileId: activeId });
  const close = () => setOpened(undefined);
  const remedy = useRemedies(active, setOpen, () => setTab('models'));
  const { checkRequest, setupRequest } = useConnectionStores();
  // The overview shows the check and completes the request.
  usePendingRequest(checkRequest, () => setTab('overview'));
  usePendingRequest(setupRequest, () => {
    setupRequest.complete();
    setOpen('setup');
  });

  return (
    <div className="connection small">
      <ProfileBar onConnect={() => setOpen('setup')} onEdit={() => setOpen('service')} />
      {connection.state === 'starting' && <Spinner label={connectionText.connecting} />}
      {connection.state === 'failed' && (
        <FailureRetry
          failure={describeFailure(connection.failure)}
          isBusy={isBusy}
          onRetry={() => void run((signal) => bridge.call('connection.refresh', undefined, { signal }))}
        >
          {active !== undefined && active.id !== demoProfileId && (
            <Button onClick={() => setOpen('service')}>{connectionText.editProfile(active.service.name)}</Button>
          )}
        </FailureRetry>
      )}
      {connection.state === 'ready' && (
        <Tabs
          label={connectionText.title}
          value={tab}
          onChange={setTab}
          tabs={[
            {
              value: 'overview',
              label: connectionText.tabs.overview,
              panel: <Overview connection={connection} profile={active} open={open} onOpen={setOpen} onRemedy={remedy} />,
            },
            {
              value: 'models',
              label: connectionText.tabs.models,
              panel: <ModelsPanel key={connection.profile.id} connection={connection} onShowLocalApi={() => setTab('localApi')} />,
            },
            {
              value: 'tunnel',
              label: connectionText.tabs.tunnel,
              panel: <TunnelPanel connection={connection} onAddInstance={() => setOpen('instance')} onRemedy={remedy} />,
            },
            { value: 'localApi', label: connectionText.tabs.localApi, panel: <LocalApiPanel isDemo={connection.profile.isDemo} /> },
            {
              value: 'requests',
              label: connectionText.tabs.requests,
              panel: <RequestsPanel onShowAddress={() => setTab('localApi')} />,
            },
          ]}
        />
      )}
      {open === 'setup' && <Setup onClose={close} onStartChat={onStartChat} />}
      {open === 'new-instance' && <NewInstanceDialog onClose={close} />}
      {(open === 'service' || open === 'authorities' || open === 'instance') && active && (
        <ProfileDialog key={active.id} profile={active} part={open} onClose={close} />
      )}
    </div>
  );
}

function Overview({
  connection,
  profile,
  open,
  onOpen,
  onRemedy,
}: {
  readonly connection: ReadyConnection;
  readonly profile: Profile | undefined;
  readonly open: OpenDialog | undefined;
  readonly onOpen: (open: OpenDialog | undefined) => void;
  readonly onRemedy: RemedyRunner;
}) {
  const check = useConnectionCheck(connection);
  const { isDemo } = connection.profile;
  const action = check.cause?.action ?? undefined;
  const offered = action !== undefined && isOffered(action, isDemo) ? action : undefined;
  const problem = pathProblem(connection);
  // A problem that the check panel shows is not repeated above it.
  const isShownByCheck = problem?.failure ? problem.failure.code === check.cause?.failure?.code : problem?.action === offered;
  const ownProblem = isShownByCheck ? undefined : problem;
  return (
    <div className="connection-overview stack">
      {isDemo && (
        <Banner tone="info" title={connectionText.demo.title}>
          {connectionText.demo.hint}
        </Banner>
      )}
      <PathView connection={connection} problem={ownProblem} onRemedy={onRemedy} />
      {profile !== undefined && !isDemo && (
        <TokenView
          key={profile.id}
          profile={profile}
          status={connection.token}
          isInUse={connection.mode === 'proxy'}
          isRequestedElsewhere={[offered, ownProblem?.action].includes('enter-token')}
          isEntering={open === 'token'}
          onEntering={(isEntering) => onOpen(isEntering ? 'token' : undefined)}
        />
      )}
      <CheckPanel check={check} mode={connection.mode} offered={offered} hasInstance={connection.tunnel !== null} onRemedy={onRemedy} />
    </div>
  );
}
