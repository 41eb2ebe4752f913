import { useState } from 'react';
import type { ReadyConnection } from '../../electron/contract/connection.ts';
import type { RemedyAction } from '../../electron/contract/diagnosis.ts';
import type { Result } from '../../electron/contract/failure.ts';
import type { Profile } from '../../electron/contract/profile.ts';
import { useSession } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import { Banner } from '../ui/banner.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { AgentPanel } from './agent/agent-panel.tsx';
import { RequestsPanel } from './agent/requests-panel.tsx';
import { useProfiles } from './connected.ts';
import './connection-screen.css';
import { DiagnosisPanel } from './diagnosis/diagnosis-panel.tsx';
import { FailureWords } from './failure-words.tsx';
import { ModelsPanel } from './models/models-panel.tsx';
import { ProfileBar } from './profiles/profile-bar.tsx';
import { ProfileDialog } from './profiles/profile-dialog.tsx';
import { TokenView } from './profiles/token-view.tsx';
import { RoadView } from './road/road-view.tsx';
import { NewInstanceDialog } from './tunnel/new-instance-dialog.tsx';
import { TunnelPanel } from './tunnel/tunnel-panel.tsx';
import { Wizard } from './wizard/wizard.tsx';

type Tab = 'road' | 'models' | 'tunnel' | 'agent' | 'requests';
type Open = 'wizard' | 'service' | 'instance' | 'token' | 'new-instance';

/** Everything between this computer and the engines: what it is, what is wrong with it, and how to change it. */
export function ConnectionScreen() {
  const { bridge, connection: store, report } = useSession();
  const connection = useStore(store);
  const { profiles, activeId } = useProfiles();
  const [tab, setTab] = useState<Tab>('road');
  const [open, setOpen] = useState<Open>();
  const active = profiles.find(({ id }) => id === activeId);
  const close = () => {
    setOpen(undefined);
  };
  const tell = (result: Result<unknown>) => {
    if (!result.ok) report(result.failure);
  };

  const remedy = (action: RemedyAction): void => {
    switch (action) {
      case 'enter-token':
        setOpen('token');
        return;
      case 'edit-service':
      case 'choose-authorities':
        setOpen('service');
        return;
      case 'edit-instance':
        setOpen('instance');
        return;
      case 'confirm-new-instance':
        setOpen('new-instance');
        return;
      case 'open-web-chat':
        if (active) void bridge.call('shell.openLink', { url: active.service.baseUrl }).then(tell);
        return;
      case 'reconnect':
      case 'start-tunnel':
        void bridge.call('tunnel.reconnect').then(tell);
        return;
      case 'use-proxy':
      case 'use-direct':
        void bridge.call('connection.setMode', { mode: action === 'use-proxy' ? 'proxy' : 'direct' }).then(tell);
        return;
      case 'use-tunnel':
        if (!active?.instance) setOpen('instance');
        else void bridge.call('profiles.change', { id: active.id, change: { directRoute: 'tunnel' } }).then(tell);
        return;
      case 'use-system-ssh':
        if (active?.instance) {
          const instance = { ...active.instance, transport: 'openssh' } as const;
          void bridge.call('profiles.change', { id: active.id, change: { instance } }).then(tell);
        }
        return;
      case 'refresh-models':
      case 'run-again':
        void bridge.call('connection.refresh').then(tell);
    }
  };

  return (
    <div className="connection">
      <ProfileBar
        onConnect={() => {
          setOpen('wizard');
        }}
        onEdit={() => {
          setOpen('service');
        }}
      />
      {connection.state === 'starting' && <Spinner label="Starting…" />}
      {connection.state === 'failed' && <FailureWords failure={connection.failure} />}
      {connection.state === 'ready' && (
        <Tabs
          label="Connection"
          value={tab}
          onChange={setTab}
          tabs={[
            {
              value: 'road',
              label: 'Road',
              panel: <Overview connection={connection} profile={active} open={open} onOpen={setOpen} onRemedy={remedy} />,
            },
            { value: 'models', label: 'Models', panel: <ModelsPanel connection={connection} /> },
            {
              value: 'tunnel',
              label: 'Tunnel',
              panel: (
                <TunnelPanel
                  connection={connection}
                  onAddInstance={() => {
                    setOpen('instance');
                  }}
                />
              ),
            },
            { value: 'agent', label: 'Local address', panel: <AgentPanel isDemo={connection.profile.isDemo} /> },
            { value: 'requests', label: 'Requests', panel: <RequestsPanel /> },
          ]}
        />
      )}
      {open === 'wizard' && <Wizard onClose={close} />}
      {open === 'new-instance' && <NewInstanceDialog onClose={close} />}
      {(open === 'service' || open === 'instance') && active && active.id !== 'demo' && (
        <ProfileDialog profile={active} part={open} onClose={close} />
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
  readonly open: Open | undefined;
  readonly onOpen: (open: Open | undefined) => void;
  readonly onRemedy: (action: RemedyAction) => void;
}) {
  return (
    <div className="connection-overview">
      {connection.profile.isDemo && (
        <Banner tone="info" title="This is the demo">
          It runs on this computer; its answers are made by rules, no model is running. Connect to your service to talk to real ones.
        </Banner>
      )}
      <RoadView connection={connection} />
      {profile !== undefined && !connection.profile.isDemo && (
        <TokenView
          profile={profile}
          status={connection.token}
          isEntering={open === 'token'}
          onEntering={(isEntering) => {
            onOpen(isEntering ? 'token' : undefined);
          }}
        />
      )}
      <DiagnosisPanel key={connection.mode} mode={connection.mode} onRemedy={onRemedy} />
    </div>
  );
}
