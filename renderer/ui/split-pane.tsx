import { useId, useLayoutEffect, useRef, useState, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react';
import './dialogs-and-panels.css';
import { uiText } from './text.ts';

/** The largest part of the width that the first pane takes, so that a small window leaves enough to the second one. */
const maxShare = 0.45;

/** Two panes with a divider that can be dragged, moved by arrow keys, and reset by a double-click. */
export function SplitPane({
  label,
  startLabel,
  size,
  limits: allowed,
  defaultSize,
  isStartShown = true,
  onResize,
  start,
  end,
}: {
  /** Name of the divider, such as "Sidebar width". */
  readonly label: string;
  /** Name of the first pane, which is a landmark together with the divider. */
  readonly startLabel: string;
  readonly size: number;
  readonly limits: SplitLimits;
  readonly defaultSize: number;
  /** If false, the second pane takes all the space and keeps its state. */
  readonly isStartShown?: boolean | undefined;
  /** Called with the new size after a drag, not during it. */
  readonly onResize: (size: number) => void;
  readonly start: ReactNode;
  readonly end: ReactNode;
}) {
  const paneId = useId();
  const panes = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(Infinity);
  useLayoutEffect(() => {
    const element = panes.current;
    if (element === null) return undefined;
    const measure = () => setWidth(element.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const limits = { min: allowed.min, max: Math.min(allowed.max, maxShare * width) };
  const [drag, setDrag] = useState<{ readonly offset: number; readonly size: number }>();
  const current = clampSize(size, limits);
  const shown = drag?.size ?? current;

  const commit = (next: number) => {
    setDrag(undefined);
    if (next !== current) onResize(next);
  };
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    setDrag({ offset: event.clientX - shown, size: shown });
  };
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    if (drag !== undefined) setDrag({ ...drag, size: clampSize(event.clientX - drag.offset, limits) });
  };
  const onPointerUp = (event: PointerEvent<HTMLElement>) => {
    if (drag !== undefined) commit(clampSize(event.clientX - drag.offset, limits));
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const next = event.key === 'Enter' ? clampSize(defaultSize, limits) : resizeByKey(event.key, event.shiftKey, shown, limits);
    if (next === undefined) return;
    event.preventDefault();
    commit(next);
  };

  return (
    <div ref={panes} className="ui-split" data-dragging={drag === undefined ? undefined : ''}>
      {isStartShown && (
        <section className="ui-split-start" id={paneId} aria-label={startLabel} style={{ inlineSize: shown }}>
          {start}
          <div
            // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an hr can't be operated
            role="separator"
            tabIndex={0}
            aria-label={label}
            aria-orientation="vertical"
            aria-controls={paneId}
            aria-valuenow={shown}
            aria-valuemin={limits.min}
            aria-valuemax={clampSize(limits.max, limits)}
            aria-valuetext={uiText.pixels(shown)}
            className="ui-split-divider"
            onPointerDown={onPointerDown}
            onPointerMove={onPointerMove}
            onPointerUp={onPointerUp}
            onPointerCancel={() => setDrag(undefined)}
            onDoubleClick={() => commit(clampSize(defaultSize, limits))}
            onKeyDown={onKeyDown}
          />
        </section>
      )}
      <div className="ui-split-end">{end}</div>
    </div>
  );
}

/** The limits of a pane's size in pixels. */
export interface SplitLimits {
  readonly min: number;
  readonly max: number;
}

/** Rounds a size and clamps it to the limits. If they contradict each other, the minimum wins. */
export function clampSize(size: number, { min, max }: SplitLimits): number {
  if (Number.isNaN(size)) return min;
  return Math.round(Math.max(min, Math.min(size, max)));
}

/** Returns the size after a key press, or undefined if the key doesn't resize. */
export function resizeByKey(key: string, isLargeStep: boolean, size: number, limits: SplitLimits): number | undefined {
  const step = isLargeStep ? 64 : 16;
  switch (key) {
    case 'ArrowLeft':
      return clampSize(size - step, limits);
    case 'ArrowRight':
      return clampSize(size + step, limits);
    case 'Home':
      return clampSize(limits.min, limits);
    case 'End':
      return clampSize(limits.max, limits);
    default:
      return undefined;
  }
}
