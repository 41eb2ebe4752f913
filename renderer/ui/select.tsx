import { Field as BaseField } from '@base-ui/react/field';
import { Select as Base } from '@base-ui/react/select';
import { Check, ChevronsUpDown } from 'lucide-react';
import type { ReactNode } from 'react';
import './field.css';
import './menu.css';
import { popupLandmark } from './popup-landmark.ts';
import './select.css';

/** One value out of a list that opens; the generic keeps value and options of one type. */
export function Select<T extends string>({
  label,
  description,
  options,
  value,
  onChange,
}: {
  readonly label: string;
  readonly description?: ReactNode;
  readonly options: readonly { readonly value: T; readonly label: string }[];
  readonly value: T;
  readonly onChange: (value: T) => void;
}) {
  return (
    <BaseField.Root className="ui-field">
      <BaseField.Label className="ui-field-label" nativeLabel={false} render={<div />}>
        {label}
      </BaseField.Label>
      <Base.Root<T>
        items={options}
        value={value}
        onValueChange={(chosen) => {
          if (chosen !== null) onChange(chosen);
        }}
      >
        <Base.Trigger className="ui-input ui-select">
          <Base.Value />
          <Base.Icon className="ui-select-icon">
            <ChevronsUpDown aria-hidden />
          </Base.Icon>
        </Base.Trigger>
        <Base.Portal {...popupLandmark}>
          <Base.Positioner className="ui-menu-positioner" alignItemWithTrigger={false} sideOffset={4}>
            <Base.Popup className="ui-menu">
              <Base.List>
                {options.map((option) => (
                  <Base.Item key={option.value} value={option.value} className="ui-menu-item">
                    <span className="ui-menu-mark">
                      <Base.ItemIndicator>
                        <Check aria-hidden />
                      </Base.ItemIndicator>
                    </span>
                    <Base.ItemText className="ui-menu-label">{option.label}</Base.ItemText>
                  </Base.Item>
                ))}
              </Base.List>
            </Base.Popup>
          </Base.Positioner>
        </Base.Portal>
      </Base.Root>
      {description !== undefined && <BaseField.Description className="ui-field-description">{description}</BaseField.Description>}
    </BaseField.Root>
  );
}
