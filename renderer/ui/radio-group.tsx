import { Radio } from '@base-ui/react/radio';
import { RadioGroup } from '@base-ui/react/radio-group';
import type { ReactNode } from 'react';
import './buttons.css';
import './fields.css';

/** A radio group whose options are shown side by side. */
export function SegmentedControl<T extends string>({
  label,
  options,
  value,
  isDisabled = false,
  onChange,
}: {
  readonly label: string;
  readonly options: readonly { readonly value: T; readonly label: string; readonly icon?: ReactNode }[];
  readonly value: T;
  readonly isDisabled?: boolean | undefined;
  readonly onChange: (value: T) => void;
}) {
  return (
    <RadioGroup<T> className="ui-segmented" aria-label={label} value={value} disabled={isDisabled} onValueChange={onChange}>
      {options.map((option) => (
        <Radio.Root key={option.value} value={option.value} className="ui-segment muted small medium">
          {option.icon}
          {option.label}
        </Radio.Root>
      ))}
    </RadioGroup>
  );
}

/** A radio group whose options have a description each. */
export function RadioCards<T extends string>({
  label,
  options,
  value,
  onChange,
}: {
  readonly label: string;
  readonly options: readonly { readonly value: T; readonly title: string; readonly description: string }[];
  readonly value: T;
  readonly onChange: (value: T) => void;
}) {
  return (
    <RadioGroup<T> className="ui-radio-cards stack" aria-label={label} value={value} onValueChange={onChange}>
      {options.map((option) => (
        <Radio.Root
          key={option.value}
          value={option.value}
          className="ui-radio-card"
          aria-label={option.title}
          aria-description={option.description}
        >
          <span className="ui-radio-card-mark" aria-hidden />
          <span className="medium">{option.title}</span>
          <span className="ui-radio-card-description muted small">{option.description}</span>
        </Radio.Root>
      ))}
    </RadioGroup>
  );
}
