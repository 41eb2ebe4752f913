import { Fragment, useLayoutEffect, useRef, type ReactElement, type ReactNode } from 'react';
import { IconButton } from '../ui/button.tsx';

/** A button of a message: either runs something or opens a menu. */
export type MessageAction = {
  readonly label: string;
  readonly icon: ReactNode;
} & (
  | { readonly onClick: () => void }
  /** Renders the menu around its button. */
  | { readonly renderMenu: (trigger: ReactElement) => ReactNode }
);

/**
 * The buttons of a message. They are plain elements until the pointer or the focus reaches the message,
 * because tooltips and menus cost more than the rest of a message and most messages are only read.
 */
export function MessageActions({
  actions,
  isNear,
  onNear,
}: {
  readonly actions: readonly MessageAction[];
  readonly isNear: boolean;
  /** Requests the full buttons. */
  readonly onNear: () => void;
}) {
  const area = useRef<HTMLDivElement>(null);
  const plainEvent = useRef<{ readonly index: number; readonly isClick: boolean } | null>(null);
  useLayoutEffect(() => {
    const { current } = plainEvent;
    plainEvent.current = null;
    if (!isNear || current === null) return;
    // Repeats on the full button what happened to the plain one it replaced.
    const button = area.current?.querySelectorAll('button')[current.index];
    button?.focus({ preventScroll: true });
    if (current.isClick) button?.click();
  }, [isNear]);
  return (
    <div ref={area} className="message-tools">
      {actions.map((action, index) =>
        isNear ? (
          <Fragment key={action.label}>{fullButton(action)}</Fragment>
        ) : (
          <button
            key={action.label}
            type="button"
            className="ui-button ui-icon-button small medium"
            data-variant="quiet"
            data-size="sm"
            aria-label={action.label}
            onFocus={() => {
              plainEvent.current = { index, isClick: false };
              onNear();
            }}
            onClick={() => {
              plainEvent.current = { index, isClick: true };
              onNear();
            }}
          >
            {action.icon}
          </button>
        ),
      )}
    </div>
  );
}

function fullButton(action: MessageAction): ReactNode {
  const { label, icon } = action;
  return 'renderMenu' in action ? (
    action.renderMenu(<IconButton label={label} icon={icon} size="sm" />)
  ) : (
    <IconButton label={label} icon={icon} size="sm" onClick={action.onClick} />
  );
}
