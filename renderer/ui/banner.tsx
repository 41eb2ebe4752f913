import { CircleAlert, Info, TriangleAlert, X } from 'lucide-react';
import type { ReactNode } from 'react';
import './messages.css';
import { IconButton } from './button.tsx';
import { uiText } from './text.ts';

const icons = { info: Info, warning: TriangleAlert, error: CircleAlert } as const;

/** A message across the content that stays until it is dismissed. */
export function Banner({
  tone,
  title,
  children,
  dismissLabel = uiText.dismiss,
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
    <div className="ui-banner small" data-tone={tone} role={tone === 'info' ? 'status' : 'alert'}>
      <Icon aria-hidden />
      <div className="ui-banner-text">
        <p className="ui-banner-title">
          <span className="visually-hidden">{uiText.tone[tone]}: </span>
          {title}
        </p>
        {children !== undefined && <div>{children}</div>}
      </div>
      {onDismiss !== undefined && <IconButton label={dismissLabel} size="sm" icon={<X aria-hidden />} onClick={onDismiss} />}
    </div>
  );
}
