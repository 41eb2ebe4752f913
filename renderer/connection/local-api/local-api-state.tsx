import { describeFailure } from '../../../electron/contract/failures/render-failure.ts';
import { ClipboardCopy } from 'lucide-react';
import type { LocalApiStatus, LocalApiSettings, LocalApiSettingsChange } from '../../../electron/contract/local-api.ts';
import { Button } from '../../ui/button.tsx';
import { FailureMessage } from '../../ui/failure-message.tsx';
import { Spinner } from '../../ui/progress.tsx';
import { useCopy } from '../../shared/copy-text.ts';
import { localApiText } from './text.ts';

/** The demo has its own port, so that no real script receives invented data. */
export type PortName = keyof Pick<LocalApiSettings, 'port' | 'demoPort'>;

/** The address of the local API, or why there is none. */
export function LocalApiStateView({
  state,
  portName,
  onChange,
}: {
  readonly state: LocalApiStatus['state'];
  readonly portName: PortName;
  readonly onChange: (change: LocalApiSettingsChange) => void;
}) {
  const copy = useCopy();
  switch (state.kind) {
    case 'off':
      return <p className="local-api-state row wrap">{localApiText.off}</p>;
    case 'starting':
      return <Spinner label={localApiText.starting} />;
    case 'listening': {
      const address = `http://127.0.0.1:${state.port}/v1`;
      return (
        <p className="local-api-state row wrap">
          <code className="local-api-address">{address}</code>
          <Button
            size="sm"
            icon={<ClipboardCopy aria-hidden />}
            onClick={() => {
              void copy(address, localApiText.address);
            }}
          >
            {localApiText.copy}
          </Button>
          {portName === 'demoPort' && <span className="muted tiny">{localApiText.demoHint}</span>}
        </p>
      );
    }
    case 'failed': {
      const { nextFreePort, failure } = state;
      return (
        <div className="local-api-problem stack">
          <FailureMessage failure={describeFailure(failure)} />
          {nextFreePort !== null && (
            <Button
              onClick={() => {
                onChange({ [portName]: nextFreePort });
              }}
            >
              {localApiText.switchToPort(nextFreePort)}
            </Button>
          )}
        </div>
      );
    }
  }
}
