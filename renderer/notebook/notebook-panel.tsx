import { X } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { IconButton } from '../ui/icon-button.tsx';

/** A pane beside the text. Escape closes it. */
export function NotebookPanel({
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
  useEffect(() => {
    panel.current?.focus();
  }, []);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- only handles Escape of its children
    <aside
      ref={panel}
      className="notebook-panel"
      aria-label={label}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.preventDefault();
        onClose();
      }}
    >
      <header className="notebook-panel-head">
        <h2>{title}</h2>
        <IconButton label={closeLabel} size="sm" icon={<X aria-hidden />} onClick={onClose} />
      </header>
      <div className="notebook-panel-body">{children}</div>
    </aside>
  );
}
