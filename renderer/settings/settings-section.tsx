import { useId, type ReactNode } from 'react';

/** One subject of the settings, under its heading. */
export function SettingsSection({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const headingId = useId();
  return (
    <section aria-labelledby={headingId} className="settings-section">
      <h2 id={headingId}>{title}</h2>
      {children}
    </section>
  );
}
