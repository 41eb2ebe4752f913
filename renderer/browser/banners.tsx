import type { ReactNode } from 'react';
import type { ChannelState } from '../bridge/page-channel.ts';
import { useStore, type Store } from '../state/store.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { browserPageText } from './text.ts';

interface StateText {
  readonly tone: 'info' | 'warning';
  readonly title: string;
  readonly hint?: ReactNode;
}

const texts: Readonly<Record<ChannelState, StateText | undefined>> = {
  connecting: undefined,
  connected: undefined,
  'not-answering': { tone: 'warning', ...browserPageText.notAnswering },
  stopped: { tone: 'warning', ...browserPageText.stopped },
  'signed-out': { tone: 'warning', ...browserPageText.signedOut },
  blocked: { tone: 'warning', ...browserPageText.blocked },
  restarted: { tone: 'info', ...browserPageText.restarted },
  outdated: { tone: 'warning', title: browserPageText.outdated.title, hint: browserPageText.outdated.hint },
};

/** Shows problems with the connection to the program, with their remedies. */
export function ConnectionBanner({ state }: { readonly state: Store<ChannelState> }) {
  const current = useStore(state);
  const text = texts[current];
  if (text === undefined) return null;
  return (
    <Banner key={current} tone={text.tone} title={text.title}>
      {text.hint}
      {current === 'outdated' && (
        <Button
          size="sm"
          onClick={() => {
            location.reload();
          }}
        >
          {browserPageText.outdated.reload}
        </Button>
      )}
    </Banner>
  );
}

/** Leads to a question that must be answered outside this page. `flags` are undefined if there is none. */
export function ApprovalBanner({ flags }: { readonly flags: Store<string | undefined> }) {
  const pending = useStore(flags);
  if (pending === undefined) return null;
  const { title, before, after } = browserPageText.approval;
  return (
    <Banner tone="warning" title={title}>
      {before}
      <code>{pending}</code>
      {after}
    </Banner>
  );
}
