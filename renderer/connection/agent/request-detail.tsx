import type { AgentRequest } from '../../../electron/contract/agent.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DescriptionList, type DescriptionItem } from '../../ui/description-list.tsx';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import { formatBytes, formatDay, formatTime } from '../format.ts';

/** Everything that is known of one request. */
export function RequestDetail({ request, onClose }: { readonly request: AgentRequest; readonly onClose: () => void }) {
  const ms = (value: number | null) => (value === null ? 'not known' : `${Math.round(value)} ms`);
  const facts: readonly DescriptionItem[] = [
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
      <DescriptionList facts={facts} layout="tiles" />
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
