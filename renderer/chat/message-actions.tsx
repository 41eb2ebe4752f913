import { useLayoutEffect, useRef, type ReactNode } from 'react';

/** What a button of a message shows and is called. */
export interface ButtonSpec {
  readonly label: string;
  readonly icon: ReactNode;
}

/** The buttons of a message: as they look, in their order, and the same ones wired. */
export interface MessageButtons {
  readonly faces: readonly ButtonSpec[];
  readonly wired: ReactNode;
}

/**
 * The buttons of a message. As long as neither the pointer nor the focus is on the message they are plain ones:
 * most messages are only read, and the wiring of tooltips and menus costs more than all the rest of them.
 */
export function MessageActions({
  buttons: { faces, wired },
  isNear,
  onNear,
}: {
  readonly buttons: MessageButtons;
  readonly isNear: boolean;
  /** Told that the wired ones are wanted. */
  readonly onNear: () => void;
}) {
  const area = useRef<HTMLDivElement>(null);
  const taken = useRef<{ readonly index: number; readonly isPressed: boolean } | null>(null);
  useLayoutEffect(() => {
    const { current } = taken;
    taken.current = null;
    if (!isNear || current === null) return;
    // What happened to a plain button goes on with the one in its place.
    const button = area.current?.querySelectorAll('button')[current.index];
    button?.focus({ preventScroll: true });
    if (current.isPressed) button?.click();
  }, [isNear]);
  return (
    <div ref={area} className="message-tools">
      {isNear
        ? wired
        : faces.map(({ label, icon }, index) => (
            <button
              key={label}
              type="button"
              className="ui-button ui-icon-button"
              data-variant="quiet"
              data-size="sm"
              aria-label={label}
              onFocus={() => {
                taken.current = { index, isPressed: false };
                onNear();
              }}
              onClick={() => {
                taken.current = { index, isPressed: true };
                onNear();
              }}
            >
              {icon}
            </button>
          ))}
    </div>
  );
}
