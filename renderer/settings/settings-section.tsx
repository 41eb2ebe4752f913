import { useId, type ReactNode, type ComponentProps } from 'react';
import { SegmentedControl } from '../ui/segmented-control.tsx';

/** A section with its heading. Commands scroll to a heading by its `id`. */
export function SettingsSection({ title, id, children }: { readonly title: string; readonly id?: string; readonly children: ReactNode }) {
  const ownId = useId();
  const headingId = id ?? ownId;
  return (
    <section aria-labelledby={headingId} className="settings-section">
      <h2 id={headingId}>{title}</h2>
      {children}
    </section>
  );
}

/** A choice of a few values with a description. */
export function ChoiceRow<T extends string>({
  label,
  description,
  ...choice
}: ComponentProps<typeof SegmentedControl<T>> & { readonly description: string }) {
  return (
    <div className="settings-row">
      <div>
        <p className="ui-field-label">{label}</p>
        <p className="ui-field-description">{description}</p>
      </div>
      <SegmentedControl<T> label={label} {...choice} />
    </div>
  );
}
