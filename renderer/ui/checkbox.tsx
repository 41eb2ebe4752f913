import { Checkbox as Base } from '@base-ui/react/checkbox';
import { Field as BaseField } from '@base-ui/react/field';
import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import './fields.css';

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
      <Base.Root className="ui-checkbox" checked={isOn} onCheckedChange={onChange}>
        <Base.Indicator className="ui-checkbox-mark">
          <Check aria-hidden />
        </Base.Indicator>
      </Base.Root>
      <div>
        <BaseField.Label className="ui-field-label">{label}</BaseField.Label>
        {description !== undefined && <BaseField.Description className="ui-field-description">{description}</BaseField.Description>}
      </div>
    </BaseField.Root>
  );
}
