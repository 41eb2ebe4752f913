import { useId, type ReactNode, type ComponentProps } from 'react';
import { SegmentedControl } from '../ui/segmented-control.tsx';

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

/** A choice of a few values, with its words beside it. */
export function ChoiceRow<T extends string>({
  label,
  words,
  ...choice
}: ComponentProps<typeof SegmentedControl<T>> & { readonly words: string }) {
  return (
    <div className="settings-row">
      <div>
        <p className="ui-field-label">{label}</p>
        <p className="ui-field-description">{words}</p>
      </div>
      <SegmentedControl<T> label={label} {...choice} />
    </div>
  );
}
