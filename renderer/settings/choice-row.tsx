import type { ComponentProps } from 'react';
import { SegmentedControl } from '../ui/segmented-control.tsx';

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
