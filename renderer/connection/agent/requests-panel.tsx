import { Download } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { AgentRequest } from '../../../electron/contract/agent.ts';
import { useEvent } from '../../bridge/use-event.ts';
import { useSession } from '../../state/session.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Button } from '../../ui/button.tsx';
import { Menu } from '../../ui/menu.tsx';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import { Switch } from '../../ui/switch.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useAgent } from '../connected.ts';
import { timeWords } from '../quantity-words.ts';
import { RequestDetail } from './request-detail.tsx';
import { matchesRequest, mergeRequests } from './request-list.ts';
import './requests-panel.css';

const recordingMinutes = 15;

/** What programs asked of the local address, newest first. */
export function RequestsPanel() {
  const { bridge, report, toaster } = useSession();
  const agent = useAgent();
  const [requests, setRequests] = useState<readonly AgentRequest[]>([]);
  const [filter, setFilter] = useState('');
  const [openId, setOpenId] = useState<number>();
  useEvent(bridge.on, 'agent.requests', (news) => {
    setRequests((before) => mergeRequests(before, news));
  });
  useEffect(() => {
    const controller = new AbortController();
    const read = async () => {
      const result = await bridge.call('agent.requests', undefined, { signal: controller.signal });
      if (result.ok) setRequests((news) => mergeRequests(result.value, news));
    };
    void read();
    return () => {
      controller.abort();
    };
  }, [bridge]);

  const exportAs = async (format: 'ndjson' | 'har') => {
    const result = await bridge.call('shell.exportRequests', { format });
    if (!result.ok) report(result.failure);
    else if (result.value.file !== null) toaster.show({ title: 'Requests saved', description: result.value.file });
  };
  const record = async (isOn: boolean) => {
    const result = await bridge.call('agent.recordBodies', { minutes: isOn ? recordingMinutes : 0 });
    if (!result.ok) report(result.failure);
  };
  const shown = requests.filter((request) => matchesRequest(request, filter));
  const until = agent.state === 'known' ? agent.value.recordsBodiesUntil : null;
  const open = requests.find(({ id }) => id === openId);
  return (
    <section aria-labelledby="requests-heading" className="requests">
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
        label={until === null ? `Record bodies for ${recordingMinutes} minutes` : `Recording bodies until ${timeWords(until)}`}
        description="Redacted, and in memory only. Otherwise only the facts below are kept."
        isOn={until !== null}
        onChange={(isOn) => void record(isOn)}
      />
      {shown.length === 0 ? (
        <EmptyState size="sm" title={requests.length === 0 ? 'No requests yet' : 'Nothing matches the filter'} headingLevel={3}>
          {requests.length === 0 ? 'Point a program at the local address; what it asks is listed here.' : undefined}
        </EmptyState>
      ) : (
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
              {shown.map((request) => (
                <tr key={request.id} data-failed={request.failure !== null}>
                  <td>{timeWords(request.at)}</td>
                  <th scope="row">
                    <button
                      type="button"
                      className="requests-open"
                      onClick={() => {
                        setOpenId(request.id);
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
