import { describeFailure } from '../../../electron/contract/failures/render-failure.ts';
import { Download } from 'lucide-react';
import { useState } from 'react';
import type { AgentRequest } from '../../../electron/contract/agent.ts';
import { useSession } from '../../state/session.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Button } from '../../ui/button.tsx';
import { FailureRetry } from '../../ui/failure-message.tsx';
import { Menu } from '../../ui/menu.tsx';
import { Spinner } from '../../ui/progress.tsx';
import { Switch } from '../../ui/switch.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useAgent } from '../connection-context.ts';
import { formatTime, formatBytes, formatDay } from '../../shared/format.ts';
import { matchesRequest, useRequests } from './use-requests.ts';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DescriptionList, type DescriptionItem } from '../../ui/description-list.tsx';
import './requests-panel.css';

const recordingMinutes = 15;

/** The requests to the local address, newest first. */
export function RequestsPanel({ onShowAddress }: { readonly onShowAddress: () => void }) {
  const { bridge, attempt, toaster } = useSession();
  const agent = useAgent();
  const { requests, failure, reload } = useRequests();
  const [filter, setFilter] = useState('');
  const [openId, setOpenId] = useState<number>();

  const exportAs = async (format: 'ndjson' | 'har') => {
    const result = await attempt(bridge.call('shell.exportRequests', { format }));
    if (result.ok && result.value.file !== null) toaster.show({ title: 'Requests saved', description: result.value.file });
  };
  const matching = (requests ?? []).filter((request) => matchesRequest(request, filter));
  const recordingUntil = agent.state === 'known' ? agent.value.recordsBodiesUntil : null;
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
        label={
          recordingUntil === null ? `Record bodies for ${recordingMinutes} minutes` : `Recording bodies until ${formatTime(recordingUntil)}`
        }
        description="Redacted, and in memory only. Otherwise only the items below are kept."
        isOn={recordingUntil !== null}
        onChange={(isOn) => void attempt(bridge.call('agent.recordBodies', { minutes: isOn ? recordingMinutes : 0 }))}
      />
      {failure !== undefined && <FailureRetry failure={describeFailure(failure)} onRetry={reload} />}
      {requests === undefined ? (
        failure === undefined && <Spinner label="Reading the requests…" />
      ) : matching.length === 0 ? (
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
        <RequestsTable requests={matching} onOpen={setOpenId} />
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

/** One row per request. Each opens its details. */
function RequestsTable({ requests, onOpen }: { readonly requests: readonly AgentRequest[]; readonly onOpen: (id: number) => void }) {
  return (
    <ScrollRegion className="requests-scroll" label="Requests">
      <table className="requests-table">
        <thead>
          <tr>
            <th scope="col">Time</th>
            <th scope="col">Request</th>
            <th scope="col">Model</th>
            <th scope="col">Way</th>
            <th scope="col">Status</th>
            <th scope="col">First byte</th>
            <th scope="col">Tokens/s</th>
          </tr>
        </thead>
        <tbody>
          {requests.map((request) => (
            <tr key={request.id} data-failed={request.failure !== null}>
              <td>{formatTime(request.at)}</td>
              <th scope="row">
                <button
                  type="button"
                  className="requests-open"
                  onClick={() => {
                    onOpen(request.id);
                  }}
                >
                  {request.method} {request.path}
                </button>
                <span className="requests-client">{request.key ?? request.userAgent}</span>
              </th>
              <td>{request.model ?? ''}</td>
              <td>{request.way ?? ''}</td>
              <td>{request.status ?? (request.failure === null ? 'running' : 'broken')}</td>
              <td>{request.firstByteMs === null ? '' : `${Math.round(request.firstByteMs)} ms`}</td>
              <td>{request.tokensPerSecond === null ? '' : Math.round(request.tokensPerSecond)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

/** All details of one request. */
function RequestDetail({ request, onClose }: { readonly request: AgentRequest; readonly onClose: () => void }) {
  const ms = (value: number | null) => (value === null ? 'not known' : `${Math.round(value)} ms`);
  const items: readonly DescriptionItem[] = [
    ['When', `${formatDay(request.at)} ${formatTime(request.at)}`],
    ['Key', request.key ?? (request.status === 401 && request.way === null ? 'none of yours' : 'none was needed')],
    ['Program', request.userAgent || 'did not say'],
    ['Model', request.model ?? 'none named'],
    ['Way', request.way ?? 'answered by Causeway'],
    ['Status', request.status === null ? 'none' : String(request.status)],
    ['First byte', ms(request.firstByteMs)],
    ['Duration', ms(request.durationMs)],
    ['Tokens per second', request.tokensPerSecond === null ? 'not known' : request.tokensPerSecond.toFixed(1)],
    ['Received from it', formatBytes(request.bytesIn)],
    ['Sent to it', formatBytes(request.bytesOut)],
    ['Trouble', request.failure ?? 'none'],
  ];
  return (
    <Dialog isOpen size="lg" onOpenChange={onClose} title={`${request.method} ${request.path}`}>
      <DescriptionList items={items} layout="tiles" />
      <Body title="What it sent" text={request.requestBody} />
      <Body title="What it got" text={request.responseBody} />
    </Dialog>
  );
}

function Body({ title, text }: { readonly title: string; readonly text: string | null }) {
  if (text === null) return null;
  return (
    <>
      <h3 className="requests-body-title">{title}</h3>
      <ScrollRegion className="connection-code requests-body" label={title}>
        <pre>{text}</pre>
      </ScrollRegion>
    </>
  );
}
