import { describeFailure } from '../../../electron/contract/failures/render-failure.ts';
import { ClipboardCopy } from 'lucide-react';
import type { AgentStatus, AgentSettings, AgentSettingsChange } from '../../../electron/contract/agent.ts';
import { Button } from '../../ui/button.tsx';
import { FailureMessage } from '../../ui/failure-message.tsx';
import { Spinner } from '../../ui/progress.tsx';
import { useCopy } from '../../shared/copy-text.ts';

/** The demo has its own port, so that no real script receives invented data. */
export type PortName = keyof Pick<AgentSettings, 'port' | 'demoPort'>;

/** The local address, or why there is none. */
export function AgentStateView({
  state,
  portName,
  onChange,
}: {
  readonly state: AgentStatus['state'];
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
              copy(address, 'Address');
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
      const { nextFreePort, failure } = state;
      return (
        <div className="agent-problem">
          <FailureMessage failure={describeFailure(failure)} />
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
