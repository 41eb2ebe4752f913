import { ClipboardCopy } from 'lucide-react';
import type { AgentFace, AgentSettings, AgentSettingsChange } from '../../../electron/contract/agent.ts';
import type { Failure } from '../../../electron/contract/failure.ts';
import { useSession } from '../../state/session.ts';
import { Button } from '../../ui/button.tsx';
import { Select } from '../../ui/select.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { Switch } from '../../ui/switch.tsx';
import { useAgent } from '../connected.ts';
import { FailureWords } from '../failure-words.tsx';
import { useAction } from '../use-action.ts';
import { useCopy } from '../use-copy.ts';
import './agent-panel.css';
import { KeysList } from './keys-list.tsx';
import { OriginsList } from './origins-list.tsx';
import { PortField } from './port-field.tsx';
import { SnippetsView } from './snippets-view.tsx';

/** The address for every other program on this computer: its state, who may use it, and how to point at it. */
export function AgentPanel({ isDemo }: { readonly isDemo: boolean }) {
  const agent = useAgent();
  if (agent.state === 'reading') return <Spinner label="Asking for the agent…" />;
  if (agent.state === 'failed') return <FailureWords failure={agent.failure} />;
  return <Face face={agent.value} portName={isDemo ? 'demoPort' : 'port'} />;
}

const keyRules: readonly { readonly value: AgentSettings['keyOnDirect']; readonly label: string; readonly detail: string }[] = [
  { value: 'where-needed', label: 'Where needed', detail: 'only where the caller’s user can’t be told' },
  { value: 'always', label: 'Always', detail: 'every program needs a key' },
  { value: 'never', label: 'Never', detail: 'any program on this computer may call' },
];

/** The demo has a port of its own, so that no real script ever gets invented data. */
type PortName = 'port' | 'demoPort';

function Face({ face, portName }: { readonly face: AgentFace; readonly portName: PortName }) {
  const { bridge } = useSession();
  const { failure, run } = useAction();
  const { settings } = face;
  const change = (wanted: AgentSettingsChange): void => {
    void run((signal) => bridge.call('agent.change', wanted, { signal }));
  };
  return (
    <section aria-labelledby="agent-heading" className="agent">
      <header>
        <h2 id="agent-heading">Local address</h2>
        <p>Scripts, notebooks and code assistants on this computer reach the service through it, by the way that is in use.</p>
      </header>
      <StateView face={face} portName={portName} onChange={change} />
      {failure !== undefined && <FailureWords failure={failure} />}
      <Switch
        label="Serve the local address"
        description="Only this computer can reach it."
        isOn={settings.isOn}
        onChange={(isOn) => {
          change({ isOn });
        }}
      />
      <div className="agent-fields">
        <PortField
          label={portName === 'port' ? 'Port' : 'Port of the demo'}
          description="Scripts name it, so it only changes when you change it."
          port={settings[portName]}
          onChange={(port) => {
            change({ [portName]: port });
          }}
        />
        <Select
          label="Key for the direct way"
          description={
            face.canTellUser
              ? 'Your own programs are told apart from those of other users here.'
              : 'Other users of this computer can’t be told apart here.'
          }
          options={keyRules}
          value={settings.keyOnDirect}
          onChange={(keyOnDirect) => {
            change({ keyOnDirect });
          }}
        />
      </div>
      <KeysList keys={face.keys} snippets={face.snippets} />
      <SnippetsView snippets={face.snippets} />
      <OriginsList
        origins={settings.allowedOrigins}
        onChange={(allowedOrigins) => {
          change({ allowedOrigins });
        }}
      />
      <PlainForward
        failure={face.plainForwardFailure ?? undefined}
        port={settings.plainForwardPort}
        onChange={(plainForwardPort) => {
          change({ plainForwardPort });
        }}
      />
    </section>
  );
}

function StateView({
  face: { state },
  portName,
  onChange,
}: {
  readonly face: AgentFace;
  readonly portName: PortName;
  readonly onChange: (change: AgentSettingsChange) => void;
}) {
  const copy = useCopy();
  switch (state.kind) {
    case 'off':
      return <p className="agent-state">It is switched off.</p>;
    case 'starting':
      return <Spinner label="Opening the address…" />;
    case 'listening': {
      const address = `http://127.0.0.1:${state.port}/v1`;
      return (
        <p className="agent-state">
          <code className="agent-address">{address}</code>
          <Button
            size="sm"
            icon={<ClipboardCopy aria-hidden />}
            onClick={() => {
              copy(address, 'Address copied');
            }}
          >
            Copy
          </Button>
          {portName === 'demoPort' && (
            <span className="agent-hint">The demo has a port of its own, so that no real script gets invented data.</span>
          )}
        </p>
      );
    }
    case 'failed': {
      const { nextFreePort, heldBy, failure } = state;
      return (
        <div className="agent-trouble">
          <FailureWords failure={failure} />
          {heldBy !== null && <p className="agent-hint">Held by {heldBy}.</p>}
          {nextFreePort !== null && (
            <Button
              onClick={() => {
                onChange({ [portName]: nextFreePort });
              }}
            >
              Use port {nextFreePort}
            </Button>
          )}
        </div>
      );
    }
  }
}

function PlainForward({
  port,
  failure,
  onChange,
}: {
  readonly port: number | null;
  readonly failure: Failure | undefined;
  readonly onChange: (port: number | null) => void;
}) {
  return (
    <div className="agent-forward">
      <h3>Plain forward</h3>
      <Switch
        label="Carry raw connections to the inference server"
        description="For set-ups with a hosts file, curl --resolve or --connect-to. TLS stays end to end."
        isOn={port !== null}
        onChange={(isOn) => {
          onChange(isOn ? usualForwardPort : null);
        }}
      />
      {port !== null && <PortField label="Forward port" port={port} onChange={onChange} />}
      {failure !== undefined && <FailureWords failure={failure} />}
    </div>
  );
}

const usualForwardPort = 7443;
