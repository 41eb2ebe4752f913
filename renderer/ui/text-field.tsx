import { Field as Base } from '@base-ui/react/field';
import type { ComponentProps } from 'react';
import { Field, type FieldWords } from './field.tsx';

type InputProps = Omit<ComponentProps<'input'>, 'className' | 'style' | 'onChange' | 'value' | 'defaultValue'>;

/** One line of text with its label. */
export function TextField({
  label,
  description,
  error,
  isLabelHidden,
  value,
  onChange,
  ...rest
}: FieldWords & InputProps & { readonly value: string; readonly onChange: (value: string) => void }) {
  return (
    <Field label={label} description={description} error={error} isLabelHidden={isLabelHidden}>
      <Base.Control {...rest} className="ui-input" value={value} onValueChange={onChange} />
    </Field>
  );
}
