import { describeFailure } from '../../../electron/contract/failures/render-failure.ts';
import { Download } from 'lucide-react';
import { useState } from 'react';
import type { LocalApiRequest } from '../../../electron/contract/local-api.ts';
import { useQuery } from '../../state/query.ts';
import { useStore } from '../../state/store.ts';
import { useSession } from '../../state/session.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Button } from '../../ui/button.tsx';
import { FailureRetry } from '../../ui/failure-message.tsx';
import { Menu } from '../../ui/menu.tsx';
import { Spinner } from '../../ui/progress.tsx';
import { Switch } from '../../ui/toggle.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useConnectionStores } from '../connection-context.ts';
import { formatTime, formatBytes, formatDay, formatMilliseconds } from '../../shared/format.ts';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DescriptionList, type DescriptionItem } from '../../ui/description-list.tsx';
import { modeTitles } from '../../shared/labels.ts';
import { localApiText } from './text.ts';
import './local-api.css';
import { useEvent } from '../../bridge/bridge.ts';

const text = localApiText.requests;

const recordingMinutes = 15;

/** The requests to the local API, newest first. */
export function RequestsPanel({ onShowAddress }: { readonly onShowAddress: () => void }) {
  const { bridge, attempt, toaster } = useSession();
  const localApi = useStore(useConnectionStores().localApi);
  const { value: requests, failure, reload } = useRequests();
  const [filter, setFilter] = useState('');
  const [openId, setOpenId] = useState<number>();

  const exportAs = async (format: 'ndjson' | 'har') => {
    const result = await attempt(bridge.call('shell.exportRequests', { format }));
    if (result.ok && result.value.file !== null) toaster.show({ title: text.exported, description: result.value.file });
  };
  const matching = (requests ?? []).filter((request) => matchesRequest(request, filter));
  const recordingUntil = localApi.value?.recordsBodiesUntil ?? null;
  const open = requests?.find(({ id }) => id === openId);
  return (
    <section aria-labelledby="requests-heading" className="connection-panel stack">
      <header>
        <h2 id="requests-heading">{text.title}</h2>
        <p className="muted small">{text.hint}</p>
      </header>
      <div className="requests-tools">
        <TextField label={text.filter} isLabelHidden placeholder={text.filterPlaceholder} value={filter} onChange={setFilter} />
        <Menu
          trigger={<Button icon={<Download aria-hidden />}>{text.export}</Button>}
          align="end"
          entries={[
            { kind: 'action', label: text.exportNdjson, onSelect: () => void exportAs('ndjson') },
            { kind: 'action', label: text.exportHar, onSelect: () => void exportAs('har') },
          ]}
        />
      </div>
      <Switch
        label={recordingUntil === null ? text.record(recordingMinutes) : text.recordingUntil(formatTime(recordingUntil))}
        description={text.recordHint}
        isOn={recordingUntil !== null}
        onChange={(isOn) => void attempt(bridge.call('localApi.recordBodies', { minutes: isOn ? recordingMinutes : 0 }))}
      />
      {failure !== undefined && <FailureRetry failure={describeFailure(failure)} onRetry={reload} />}
      {requests === undefined ? (
        failure === undefined && <Spinner label={text.loading} />
      ) : matching.length === 0 ? (
        <EmptyState
          size="sm"
          headingLevel={3}
          title={requests.length === 0 ? text.none : text.noMatch}
          actions={
            requests.length === 0 ? (
              <Button onClick={onShowAddress}>{text.showLocalApi}</Button>
            ) : (
              <Button onClick={() => setFilter('')}>{text.clearFilter}</Button>
            )
          }
        >
          {requests.length === 0 ? text.noneHint : undefined}
        </EmptyState>
      ) : (
        <RequestsTable requests={matching} onOpen={setOpenId} />
      )}
      {open !== undefined && <RequestDetail request={open} onClose={() => setOpenId(undefined)} />}
    </section>
  );
}

/** One row per request. Each opens its details. */
function RequestsTable({ requests, onOpen }: { readonly requests: readonly LocalApiRequest[]; readonly onOpen: (id: number) => void }) {
  return (
    <ScrollRegion className="requests-scroll" label={text.table}>
      <table className="requests-table">
        <thead>
          <tr>
            <th scope="col">{text.columns.time}</th>
            <th scope="col">{text.columns.request}</th>
            <th scope="col">{text.columns.model}</th>
            <th scope="col">{text.columns.mode}</th>
            <th scope="col">{text.columns.status}</th>
            <th scope="col">{text.columns.firstByte}</th>
            <th scope="col">{text.columns.rate}</th>
          </tr>
        </thead>
        <tbody>
          {requests.map((request) => (
            <tr key={request.id} data-failed={request.failure !== null}>
              <td>{formatTime(request.at)}</td>
              <th scope="row">
                <button type="button" className="requests-open tiny" onClick={() => onOpen(request.id)}>
                  {request.method} {request.path}
                </button>
                <span className="requests-client tiny">{request.key ?? request.userAgent}</span>
              </th>
              <td>{request.model ?? ''}</td>
              <td>{request.mode === null ? '' : modeTitles[request.mode]}</td>
              <td>{request.status ?? (request.failure === null ? text.running : text.failed)}</td>
              <td>{request.firstByteMs === null ? '' : formatMilliseconds(request.firstByteMs)}</td>
              <td>{request.tokensPerSecond === null ? '' : Math.round(request.tokensPerSecond)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

/** All details of one request. */
function RequestDetail({ request, onClose }: { readonly request: LocalApiRequest; readonly onClose: () => void }) {
  const ms = (value: number | null) => (value === null ? text.detail.unknown : formatMilliseconds(value));
  const items: readonly DescriptionItem[] = [
    [text.detail.time, `${formatDay(request.at)} ${formatTime(request.at)}`],
    [
      text.detail.key,
      request.key ?? (request.status === 401 && request.mode === null ? text.detail.keyNotRecognized : text.detail.keyNotRequired),
    ],
    [text.detail.program, request.userAgent || text.detail.unknown],
    [text.detail.model, request.model ?? text.detail.none],
    [text.detail.mode, request.mode === null ? text.detail.noMode : modeTitles[request.mode]],
    [text.detail.status, request.status === null ? text.detail.none : String(request.status)],
    [text.detail.firstByte, ms(request.firstByteMs)],
    [text.detail.duration, ms(request.durationMs)],
    [text.detail.rate, request.tokensPerSecond === null ? text.detail.unknown : request.tokensPerSecond.toFixed(1)],
    [text.detail.received, formatBytes(request.bytesIn)],
    [text.detail.sent, formatBytes(request.bytesOut)],
    [text.detail.error, request.failure ?? text.detail.none],
    ...describeTranslation(request.translation),
  ];
  return (
    <Dialog isOpen size="lg" onOpenChange={onClose} title={`${request.method} ${request.path}`}>
      <DescriptionList items={items} layout="tiles" />
      <Body title={text.detail.requestBody} body={request.requestBody} />
      <Body title={text.detail.sentBody} body={request.translation?.requestBody ?? null} />
      <Body title={text.detail.receivedBody} body={request.translation?.responseBody ?? null} />
      <Body title={text.detail.responseBody} body={request.responseBody} />
    </Dialog>
  );
}

function describeTranslation(translation: LocalApiRequest['translation']): readonly DescriptionItem[] {
  if (translation === null) return [];
  const { from, leftOut } = translation;
  return [
    [text.detail.dialect, text.detail.translatedFrom[from]],
    ...(leftOut.length === 0 ? [] : [[text.detail.leftOut, leftOut.join(', ')] as const]),
  ];
}

function Body({ title, body }: { readonly title: string; readonly body: string | null }) {
  if (body === null) return null;
  return (
    <>
      <h3 className="requests-body-title small">{title}</h3>
      <ScrollRegion className="connection-code requests-body tiny" label={title}>
        <pre>{body}</pre>
      </ScrollRegion>
    </>
  );
}

/** Reads the requests to the local API and subscribes to changes. */
function useRequests() {
  const { bridge } = useSession();
  const query = useQuery('requests', (signal) => bridge.call('localApi.requests', undefined, { signal }));
  useEvent(bridge.on, 'localApi.requests', (changed) => query.change((before) => mergeRequests(before, changed)));
  return query;
}

/** Same limit as in the main process. */
const maxRequests = 500;

/** Merges new and changed requests, newest first. */
export function mergeRequests(before: readonly LocalApiRequest[], changed: readonly LocalApiRequest[]): readonly LocalApiRequest[] {
  const byId = new Map([...before, ...changed].map((request) => [request.id, request]));
  return [...byId.values()].sort((one, other) => other.id - one.id).slice(0, maxRequests);
}

/** Whether the request contains every word of the filter. */
export function matchesRequest(request: LocalApiRequest, filter: string): boolean {
  const { method, path, model, mode, status, key, userAgent, failure } = request;
  const text = [method, path, model, mode, status, key, userAgent, failure].join(' ').toLowerCase();
  return filter
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
