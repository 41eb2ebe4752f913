import { Field as Base } from '@base-ui/react/field';
import type { ComponentProps } from 'react';
import { Field, type FieldText } from './field.tsx';

type Own<Element extends 'input' | 'textarea'> = Omit<
  ComponentProps<Element>,
  'className' | 'style' | 'onChange' | 'value' | 'defaultValue'
>;

/** Props of a text field. */
export type TextProps<Element extends 'input' | 'textarea'> = FieldText &
  Own<Element> & { readonly value: string; readonly onChange: (value: string) => void };

/** A single-line text field. */
export function TextField({ label, description, error, isLabelHidden, value, onChange, ...rest }: TextProps<'input'>) {
  return (
    <Field label={label} description={description} error={error} isLabelHidden={isLabelHidden}>
      <Base.Control {...rest} className="ui-input" value={value} onValueChange={onChange} />
    </Field>
  );
}

/** A multi-line text field that grows with its content up to a limit. */
export function TextArea({ label, description, error, isLabelHidden, value, onChange, ...rest }: TextProps<'textarea'>) {
  return (
    <Field label={label} description={description} error={error} isLabelHidden={isLabelHidden}>
      <Base.Control value={value} onValueChange={onChange} render={<textarea {...rest} className="ui-input ui-text-area" />} />
    </Field>
  );
}
