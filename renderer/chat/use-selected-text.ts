import { useEffect, useState, type RefObject } from 'react';

/** The text that is selected inside of an area; empty where none is. */
export function useSelectedText(area: RefObject<HTMLElement | null>): string {
  const [text, setText] = useState('');
  useEffect(() => {
    const onChange = () => {
      const selection = document.getSelection();
      const isInside = selection !== null && !selection.isCollapsed && area.current?.contains(selection.anchorNode) === true;
      setText(isInside ? selection.toString().trim() : '');
    };
    document.addEventListener('selectionchange', onChange);
    return () => {
      document.removeEventListener('selectionchange', onChange);
    };
  }, [area]);
  return text;
}
