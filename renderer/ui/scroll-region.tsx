import type { ReactNode } from 'react';

/** A named part that scrolls by itself, by keyboard too. */
export function ScrollRegion({
  label,
  className,
  children,
}: {
  readonly label: string;
  readonly className: string;
  readonly children: ReactNode;
}) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must take the focus, or the arrow keys never reach it
    <section className={className} aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}
