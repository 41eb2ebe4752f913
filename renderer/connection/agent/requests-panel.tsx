import { Download } from 'lucide-react';
import { useState } from 'react';
import { useSession } from '../../state/session.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Button } from '../../ui/button.tsx';
import { FailureRetry } from '../../ui/failure-retry.tsx';
import { Menu } from '../../ui/menu.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { Switch } from '../../ui/switch.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useAgent } from '../connection-context.ts';
import { formatTime } from '../format.ts';
import { RequestDetail } from './request-detail.tsx';
import { matchesRequest } from './request-list.ts';
import './requests-panel.css';
import { RequestsTable } from './requests-table.tsx';
import { useRequests } from './use-requests.ts';

const recordingMinutes = 15;

/** What programs asked of the local address, newest first. */
export function RequestsPanel({ onShowAddress }: { readonly onShowAddress: () => void }) {
  const { bridge, attempt, toaster } = useSession();
  const agent = useAgent();
  const { requests, failure, readAgain } = useRequests();
  const [filter, setFilter] = useState('');
  const [openId, setOpenId] = useState<number>();

  const exportAs = async (format: 'ndjson' | 'har') => {
    const result = await attempt(bridge.call('shell.exportRequests', { format }));
    if (result.ok && result.value.file !== null) toaster.show({ title: 'Requests saved', description: result.value.file });
  };
  const shown = (requests ?? []).filter((request) => matchesRequest(request, filter));
  const until = agent.state === 'known' ? agent.value.recordsBodiesUntil : null;
  const open = requests?.find(({ id }) => id === openId);
  return (
    <section aria-labelledby="requests-heading" className="connection-panel">
      <h2 id="requests-heading">Requests to the local address</h2>
      <div className="requests-tools">
        <TextField label="Filter" isLabelHidden placeholder="Filter by path, model, program, status…" value={filter} onChange={setFilter} />
        <Menu
          trigger={<Button icon={<Download aria-hidden />}>Export…</Button>}
          align="end"
          entries={[
            { kind: 'action', label: 'As NDJSON', onSelect: () => void exportAs('ndjson') },
            { kind: 'action', label: 'As HAR', onSelect: () => void exportAs('har') },
          ]}
        />
      </div>
      <Switch
        label={until === null ? `Record bodies for ${recordingMinutes} minutes` : `Recording bodies until ${formatTime(until)}`}
        description="Redacted, and in memory only. Otherwise only the facts below are kept."
        isOn={until !== null}
        onChange={(isOn) => void attempt(bridge.call('agent.recordBodies', { minutes: isOn ? recordingMinutes : 0 }))}
      />
      {failure !== undefined && <FailureRetry failure={failure} onRetry={readAgain} />}
      {requests === undefined ? (
        failure === undefined && <Spinner label="Reading the requests…" />
      ) : shown.length === 0 ? (
        <EmptyState
          size="sm"
          headingLevel={3}
          title={requests.length === 0 ? 'No requests yet' : 'Nothing matches the filter'}
          actions={
            requests.length === 0 ? (
              <Button onClick={onShowAddress}>Show the local address</Button>
            ) : (
              <Button
                onClick={() => {
                  setFilter('');
                }}
              >
                Clear the filter
              </Button>
            )
          }
        >
          {requests.length === 0 ? 'Point a program at the local address; what it asks is listed here.' : undefined}
        </EmptyState>
      ) : (
        <RequestsTable requests={shown} onOpen={setOpenId} />
      )}
      {open !== undefined && (
        <RequestDetail
          request={open}
          onClose={() => {
            setOpenId(undefined);
          }}
        />
      )}
    </section>
  );
}
