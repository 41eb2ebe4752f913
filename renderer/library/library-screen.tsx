import { describeFailure } from '../../electron/contract/failures/render-failure.ts';
import { useState } from 'react';
import type { ConversationSettings } from '../../electron/contract/history.ts';
import { useSession } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Spinner } from '../ui/progress.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { uiText } from '../ui/text.ts';
import './library-screen.css';
import { PresetsList } from './presets-list.tsx';
import { PromptsList } from './prompts-list.tsx';
import { libraryText } from './text.ts';

/** The user's prompts and presets. */
export function LibraryScreen({ onUse }: { readonly onUse: (settings: ConversationSettings) => void }) {
  const session = useSession();
  const library = useStore(session.library);
  const [tab, setTab] = useState<'prompts' | 'presets'>('prompts');
  switch (library.state) {
    case 'reading':
      return (
        <div className="library column">
          <Spinner label={libraryText.loading} />
        </div>
      );
    case 'failed':
      return (
        <EmptyState title={libraryText.failed} actions={<Button onClick={() => void session.library.reload()}>{uiText.tryAgain}</Button>}>
          <p>{describeFailure(library.failure).message}</p>
          <p>{describeFailure(library.failure).remedy}</p>
        </EmptyState>
      );
    case 'known':
      return (
        <div className="library column">
          <Tabs
            label={libraryText.title}
            value={tab}
            onChange={setTab}
            tabs={[
              { value: 'prompts', label: libraryText.prompts.title, panel: <PromptsList prompts={library.value.prompts} /> },
              { value: 'presets', label: libraryText.presets.title, panel: <PresetsList presets={library.value.presets} onUse={onUse} /> },
            ]}
          />
        </div>
      );
  }
}
