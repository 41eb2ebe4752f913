import { ChevronLeft, X } from 'lucide-react';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { Markdown } from '../markdown/markdown.tsx';
import { useStore } from '../state/store.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { isComposing } from '../ui/shortcut.tsx';
import { TextField } from '../ui/text-field.tsx';
import { searchGuide, type Help } from './help.ts';
import './help-panel.css';
import { helpText } from './text.ts';

/** The guide beside the current screen, so that it can be followed while it is read. */
export function HelpPanel({ help }: { readonly help: Help }) {
  return useStore(help).isOpen ? <OpenPanel help={help} /> : null;
}

function OpenPanel({ help }: { readonly help: Help }) {
  const { partId, openCount } = useStore(help);
  const panel = useRef<HTMLElement>(null);
  useReturnFocus(panel);
  return (
    <aside ref={panel} className="help-panel column" aria-label={helpText.title}>
      <header className="help-head">
        <h2>{helpText.title}</h2>
        <IconButton label={helpText.close} size="sm" icon={<X aria-hidden />} onClick={help.close} />
      </header>
      <HelpContent key={openCount} help={help} partId={partId} takesFocus={openCount > 0} />
    </aside>
  );
}

interface HelpContentProps {
  readonly help: Help;
  readonly partId: string | null;
  readonly takesFocus: boolean;
}

function HelpContent({ help, partId, takesFocus }: HelpContentProps) {
  const [query, setQuery] = useState('');
  const content = useRef<HTMLDivElement>(null);
  const part = query.trim() === '' ? help.parts.find(({ id }) => id === partId) : undefined;
  useEffect(() => {
    if (takesFocus) content.current?.querySelector<HTMLElement>(partId === null ? 'input' : 'h3')?.focus({ preventScroll: true });
  }, [partId, takesFocus]);
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Escape works wherever the focus is inside
    <div
      ref={content}
      className="help-content column"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || isComposing(event.nativeEvent)) return;
        event.stopPropagation();
        if (query === '') help.close();
        else setQuery('');
      }}
    >
      <div className="help-search">
        <TextField type="search" label={helpText.search} isLabelHidden placeholder={helpText.search} value={query} onChange={setQuery} />
      </div>
      {part ? (
        <article className="help-part" aria-labelledby="help-part-title">
          <Button variant="quiet" size="sm" icon={<ChevronLeft aria-hidden />} onClick={() => help.open(null)}>
            {helpText.allTopics}
          </Button>
          <h3 id="help-part-title" tabIndex={-1}>
            {part.title}
          </h3>
          <Markdown text={part.text} />
        </article>
      ) : (
        <Topics help={help} query={query} />
      )}
    </div>
  );
}

function Topics({ help, query }: { readonly help: Help; readonly query: string }) {
  const found = searchGuide(help.parts, query);
  if (found.length === 0) {
    return <output className="help-none muted">{helpText.noMatches(query)}</output>;
  }
  return (
    <ul className="help-topics" aria-label={helpText.topics}>
      {found.map(({ id, title }) => (
        <li key={id}>
          <button type="button" onClick={() => help.open(id)}>
            {title}
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Returns the focus to where it was before the panel opened, unless it has moved elsewhere. */
function useReturnFocus(panel: RefObject<HTMLElement | null>): void {
  // before the content takes the focus in its own effect
  const [before] = useState(() => document.activeElement);
  useEffect(() => {
    const element = panel.current;
    return () => {
      const isElsewhere = document.activeElement !== document.body && element?.contains(document.activeElement) === false;
      if (!isElsewhere && before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, [panel, before]);
}
