import type { AgentRequest } from '../../../electron/contract/agent.ts';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import { formatTime } from '../format.ts';

/** The requests as lines; each opens what is known of it. */
export function RequestsTable({ requests, onOpen }: { readonly requests: readonly AgentRequest[]; readonly onOpen: (id: number) => void }) {
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
