import { useState, type ReactNode, type RefObject } from 'react';
import './inline-name-field.css';

/** Lies over a line of a list: a line to choose from can't hold a field. */
export function RowOverlay({
  area,
  line,
  children,
}: {
  /** What the line is in, and what its place is measured from. */
  readonly area: RefObject<HTMLElement | null>;
  /** Finds the line, or something in it. */
  readonly line: string;
  readonly children: ReactNode;
}) {
  const [place] = useState(() => placeOf(area.current, line));
  return (
    <div className="over-line" style={place}>
      {children}
    </div>
  );
}

/** Where the line stands in its area, now; who scrolls the list takes the field away. */
function placeOf(area: HTMLElement | null, line: string): { readonly top: number; readonly height: number } {
  const found = area?.querySelector(line);
  const row = found?.closest('[role=option]') ?? found;
  if (!area || !row) return { top: 0, height: 32 };
  const { top, height } = row.getBoundingClientRect();
  return { top: top - area.getBoundingClientRect().top, height };
}
