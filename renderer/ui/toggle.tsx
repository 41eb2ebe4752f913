import { Field as BaseField } from '@base-ui/react/field';
import { Switch as BaseSwitch } from '@base-ui/react/switch';
import type { ReactNode } from 'react';
import { Checkbox as BaseCheckbox } from '@base-ui/react/checkbox';
import { Check } from 'lucide-react';
import './fields.css';

/** A switch that takes effect at once. */
export function Switch({
  label,
  description,
  isLabelHidden = false,
  isOn,
  onChange,
}: {
  readonly label: string;
  readonly description?: ReactNode;
  readonly isLabelHidden?: boolean | undefined;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}) {
  return (
    <BaseField.Root className="ui-switch-row">
      <BaseSwitch.Root className="ui-switch" checked={isOn} onCheckedChange={onChange}>
        <BaseSwitch.Thumb className="ui-switch-thumb" />
      </BaseSwitch.Root>
      <div>
        <BaseField.Label className={isLabelHidden ? 'visually-hidden' : 'ui-field-label'}>{label}</BaseField.Label>
        {description !== undefined && <BaseField.Description className="ui-field-description">{description}</BaseField.Description>}
      </div>
    </BaseField.Root>
  );
}

/** A checkbox with a label and a description. */
export function Checkbox({
  label,
  description,
  isOn,
  isDisabled = false,
  onChange,
}: {
  readonly label: ReactNode;
  readonly description?: ReactNode;
  readonly isOn: boolean;
  readonly isDisabled?: boolean | undefined;
  readonly onChange: (isOn: boolean) => void;
}) {
  return (
    <BaseField.Root className="ui-checkbox-row" disabled={isDisabled}>
      <BaseCheckbox.Root className="ui-checkbox" checked={isOn} onCheckedChange={onChange}>
        <BaseCheckbox.Indicator className="ui-checkbox-mark">
          <Check aria-hidden />
        </BaseCheckbox.Indicator>
      </BaseCheckbox.Root>
      <div>
        <BaseField.Label className="ui-field-label">{label}</BaseField.Label>
        {description !== undefined && <BaseField.Description className="ui-field-description">{description}</BaseField.Description>}
      </div>
    </BaseField.Root>
  );
}
