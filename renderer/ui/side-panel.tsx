import { X } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { IconButton } from './button.tsx';
import { isComposing } from './shortcut.tsx';
import './dialogs-and-panels.css';

/** A pane in the second column of a screen's grid. It takes the focus when it opens; Escape closes it. */
export function SidePanel({
  label,
  title,
  closeLabel,
  onClose,
  children,
}: {
  readonly label: string;
  readonly title: string;
  readonly closeLabel: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  const panel = useRef<HTMLElement>(null);
  useEffect(() => panel.current?.focus(), []);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- only handles Escape of its children
    <aside
      ref={panel}
      className="ui-side-panel column"
      aria-label={label}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented || isComposing(event.nativeEvent)) return;
        event.preventDefault();
        onClose();
      }}
    >
      <header className="ui-side-panel-head">
        <h2>{title}</h2>
        <IconButton label={closeLabel} size="sm" icon={<X aria-hidden />} onClick={onClose} />
      </header>
      <div className="ui-side-panel-body stack">{children}</div>
    </aside>
  );
}
