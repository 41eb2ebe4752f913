import type { ReactNode } from 'react';

/** A named region that scrolls, also by keyboard. */
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
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- without focus the arrow keys never reach it
    <section className={className} aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}
