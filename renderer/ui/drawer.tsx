import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { useRef, type ReactNode } from 'react';
import './dialogs-and-panels.css';
import { IconButton } from './icon-button.tsx';
import { uiText } from './text.ts';

/** A pane that slides over the content from the left edge of a narrow window. */
export function Drawer({
  isOpen,
  onOpenChange,
  label,
  children,
}: {
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
  readonly label: string;
  readonly children: ReactNode;
}) {
  // The pane itself rather than its first button, whose tooltip would take the first Escape.
  const popup = useRef<HTMLDivElement>(null);
  return (
    <Base.Root open={isOpen} onOpenChange={onOpenChange}>
      <Base.Portal>
        <Base.Backdrop className="ui-scrim" />
        <Base.Popup ref={popup} className="ui-drawer" aria-label={label} initialFocus={popup}>
          {children}
          <Base.Close render={<IconButton label={uiText.close} size="sm" icon={<X aria-hidden />} />} />
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
