import { Field as BaseField } from '@base-ui/react/field';
import { Select as Base } from '@base-ui/react/select';
import { Check, ChevronsUpDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { FieldError } from './text-field.tsx';
import './fields.css';
import './popups.css';
import { popupLandmark } from './ui-provider.tsx';
import { uiText } from './text.ts';

/** An option. Options are grouped under the title of their group. */
export interface SelectOption<T extends string> {
  readonly value: T;
  readonly label: string;
  readonly detail?: string | undefined;
  readonly group?: string | undefined;
}

/** A select field. The type parameter links the value to the options. */
export function Select<T extends string>({
  label,
  isLabelHidden = false,
  description,
  error,
  options,
  value,
  placeholder,
  isDisabled = false,
  onChange,
}: {
  readonly label: string;
  readonly isLabelHidden?: boolean | undefined;
  readonly description?: ReactNode;
  /** What is wrong with the choice. Marks the field as invalid. */
  readonly error?: string | undefined;
  readonly options: readonly SelectOption<T>[];
  readonly value: T | null;
  /** Shown while there is no value. */
  readonly placeholder?: string | undefined;
  readonly isDisabled?: boolean | undefined;
  readonly onChange: (value: T) => void;
}) {
  return (
    <BaseField.Root className="ui-field" invalid={error !== undefined}>
      <BaseField.Label className={isLabelHidden ? 'visually-hidden' : 'ui-field-label'} nativeLabel={false} render={<div />}>
        {label}
      </BaseField.Label>
      <Base.Root<T>
        items={options}
        value={value}
        disabled={isDisabled}
        onValueChange={(chosen) => {
          if (chosen !== null) onChange(chosen);
        }}
      >
        <Base.Trigger className="ui-input ui-select row small">
          <Base.Value className="ui-select-value cut" placeholder={placeholder} />
          <Base.Icon className="ui-select-icon">
            <ChevronsUpDown aria-hidden />
          </Base.Icon>
        </Base.Trigger>
        {/* Named after its field, because a used select keeps its portal and landmarks need distinct names. */}
        <Base.Portal {...popupLandmark} aria-label={uiText.options(label)}>
          <Base.Positioner className="ui-menu-positioner" align="start" alignItemWithTrigger={false} sideOffset={4}>
            <Base.Popup className="ui-menu">
              <Base.List>
                {[...Map.groupBy(options, ({ group }) => group)].map(([group, own]) =>
                  group === undefined ? (
                    own.map((option) => <Item key={option.value} option={option} />)
                  ) : (
                    <Base.Group key={group}>
                      <Base.GroupLabel className="ui-menu-heading muted tiny medium">{group}</Base.GroupLabel>
                      {own.map((option) => (
                        <Item key={option.value} option={option} />
                      ))}
                    </Base.Group>
                  ),
                )}
              </Base.List>
            </Base.Popup>
          </Base.Positioner>
        </Base.Portal>
      </Base.Root>
      {description !== undefined && <BaseField.Description className="ui-field-description">{description}</BaseField.Description>}
      {error !== undefined && <FieldError>{error}</FieldError>}
    </BaseField.Root>
  );
}

function Item<T extends string>({ option }: { readonly option: SelectOption<T> }) {
  return (
    <Base.Item value={option.value} className="ui-menu-item row small">
      <span className="ui-menu-mark">
        <Base.ItemIndicator>
          <Check aria-hidden />
        </Base.ItemIndicator>
      </span>
      <Base.ItemText className="ui-menu-label">{option.label}</Base.ItemText>
      {option.detail !== undefined && <span className="ui-select-detail muted tiny">{option.detail}</span>}
    </Base.Item>
  );
}
