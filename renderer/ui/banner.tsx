import { CircleAlert, Info, TriangleAlert, X } from 'lucide-react';
import type { ReactNode } from 'react';
import './banner.css';
import { IconButton } from './icon-button.tsx';

const icons = { info: Info, warning: TriangleAlert, error: CircleAlert } as const;
const toneLabels = { info: 'Note', warning: 'Warning', error: 'Error' } as const;

/** A message across the content that stays until it is dismissed. */
export function Banner({
  tone,
  title,
  children,
  dismissLabel = 'Dismiss',
  onDismiss,
}: {
  readonly tone: 'info' | 'warning' | 'error';
  readonly title: string;
  readonly children?: ReactNode;
  readonly dismissLabel?: string | undefined;
  readonly onDismiss?: (() => void) | undefined;
}) {
  const Icon = icons[tone];
  return (
    <div className="ui-banner" data-tone={tone} role={tone === 'info' ? 'status' : 'alert'}>
      <Icon aria-hidden />
      <div className="ui-banner-text">
        <p className="ui-banner-title">
          <span className="visually-hidden">{toneLabels[tone]}: </span>
          {title}
        </p>
        {children !== undefined && <div>{children}</div>}
      </div>
      {onDismiss !== undefined && <IconButton label={dismissLabel} size="sm" icon={<X aria-hidden />} onClick={onDismiss} />}
    </div>
  );
}
