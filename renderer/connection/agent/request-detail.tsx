import type { AgentRequest } from '../../../electron/contract/agent.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import { bytesWords, dayWords, timeWords } from '../quantity-words.ts';

/** Everything that is known of one request. */
export function RequestDetail({ request, onClose }: { readonly request: AgentRequest; readonly onClose: () => void }) {
  const ms = (value: number | null) => (value === null ? 'not known' : `${Math.round(value)} ms`);
  const facts: readonly (readonly [string, string])[] = [
    ['When', `${dayWords(request.at)} ${timeWords(request.at)}`],
    ['Key', request.key ?? 'none was needed'],
    ['Program', request.userAgent || 'did not say'],
    ['Model', request.model ?? 'none named'],
    ['Way', request.way ?? 'answered by Causeway'],
    ['Status', request.status === null ? 'none' : String(request.status)],
    ['First byte', ms(request.firstByteMs)],
    ['Duration', ms(request.durationMs)],
    ['Tokens per second', request.tokensPerSecond === null ? 'not known' : request.tokensPerSecond.toFixed(1)],
    ['Received from it', bytesWords(request.bytesIn)],
    ['Sent to it', bytesWords(request.bytesOut)],
    ['Trouble', request.failure ?? 'none'],
  ];
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title={`${request.method} ${request.path}`}
    >
      <dl className="requests-facts">
        {facts.map(([title, value]) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
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
      <ScrollRegion className="agent-snippet" label={title}>
        <pre>{text}</pre>
      </ScrollRegion>
    </>
  );
}
