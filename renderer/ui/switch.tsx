import { Field as BaseField } from '@base-ui/react/field';
import { Switch as Base } from '@base-ui/react/switch';
import type { ReactNode } from 'react';
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
      <Base.Root className="ui-switch" checked={isOn} onCheckedChange={onChange}>
        <Base.Thumb className="ui-switch-thumb" />
      </Base.Root>
      <div>
        <BaseField.Label className={isLabelHidden ? 'visually-hidden' : 'ui-field-label'}>{label}</BaseField.Label>
        {description !== undefined && <BaseField.Description className="ui-field-description">{description}</BaseField.Description>}
      </div>
    </BaseField.Root>
  );
}
