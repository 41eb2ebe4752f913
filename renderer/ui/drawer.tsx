import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import './dialog.css';
import './drawer.css';
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
  return (
    <Base.Root open={isOpen} onOpenChange={onOpenChange}>
      <Base.Portal>
        <Base.Backdrop className="ui-scrim" />
        <Base.Popup className="ui-drawer" aria-label={label}>
          {children}
          <Base.Close render={<IconButton label={uiText.close} size="sm" icon={<X aria-hidden />} />} />
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
