import { Field as Base } from '@base-ui/react/field';
import type { ComponentProps } from 'react';
import { Field, type FieldWords } from './field.tsx';

type AreaProps = Omit<ComponentProps<'textarea'>, 'className' | 'style' | 'onChange' | 'value' | 'defaultValue'>;

/** Several lines of text with their label; grows with its content up to a limit. */
export function TextArea({
  label,
  description,
  error,
  isLabelHidden,
  value,
  onChange,
  ...rest
}: FieldWords & AreaProps & { readonly value: string; readonly onChange: (value: string) => void }) {
  return (
    <Field label={label} description={description} error={error} isLabelHidden={isLabelHidden}>
      <Base.Control value={value} onValueChange={onChange} render={<textarea {...rest} className="ui-input ui-text-area" />} />
    </Field>
  );
}
