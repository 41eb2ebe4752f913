import { ClipboardCopy } from 'lucide-react';
import { useState } from 'react';
import type { Snippet } from '../../../electron/contract/agent.ts';
import { Button } from '../../ui/button.tsx';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import { Select } from '../../ui/select.tsx';
import { useCopy } from '../use-copy.ts';

/** How to point a program at the local address. */
export function SnippetsView({ snippets }: { readonly snippets: readonly Snippet[] }) {
  const [chosen, setChosen] = useState<string>();
  const copy = useCopy();
  const snippet = snippets.find(({ id }) => id === chosen) ?? snippets[0];
  if (snippet === undefined) return null;
  return (
    <div className="agent-snippets">
      <h3>Point a program at it</h3>
      <div className="agent-snippet-head">
        <Select
          label="Program"
          isLabelHidden
          options={snippets.map(({ id, title }) => ({ value: id, label: title }))}
          value={snippet.id}
          onChange={setChosen}
        />
        <Button
          size="sm"
          icon={<ClipboardCopy aria-hidden />}
          onClick={() => {
            copy(snippet.text, snippet.title);
          }}
        >
          Copy
        </Button>
      </div>
      <ScrollRegion className="connection-code" label={snippet.title}>
        <pre>{snippet.text}</pre>
      </ScrollRegion>
    </div>
  );
}
