import { TextQuote } from 'lucide-react';
import { useEffect, useState, type RefObject } from 'react';
import { Button } from '../ui/button.tsx';
import { chatText } from './text.ts';

/** Quotes the text that is selected inside an area. Renders nothing without a selection. */
export function QuoteSelectionButton({
  area,
  onQuote,
}: {
  readonly area: RefObject<HTMLElement | null>;
  readonly onQuote: (text: string) => void;
}) {
  const selected = useSelectedText(area);
  if (selected === '') return null;
  return (
    <Button
      size="sm"
      icon={<TextQuote aria-hidden />}
      // Pressing would clear the selection before the click.
      onPointerDown={(event) => event.preventDefault()}
      onClick={() => onQuote(selected)}
    >
      {chatText.composer.quoteSelection}
    </Button>
  );
}

function useSelectedText(area: RefObject<HTMLElement | null>): string {
  const [text, setText] = useState('');
  useEffect(() => {
    const onChange = () => {
      const selection = document.getSelection();
      const isInside = selection !== null && !selection.isCollapsed && area.current?.contains(selection.anchorNode) === true;
      setText(isInside ? selection.toString().trim() : '');
    };
    document.addEventListener('selectionchange', onChange);
    return () => document.removeEventListener('selectionchange', onChange);
  }, [area]);
  return text;
}
