import { Field as Base } from '@base-ui/react/field';
import type { ComponentProps } from 'react';
import { Field, type FieldText } from './field.tsx';

type Own<Element extends 'input' | 'textarea'> = Omit<
  ComponentProps<Element>,
  'className' | 'style' | 'onChange' | 'value' | 'defaultValue'
>;

/** A text that is edited, and the words around it. */
export type TextProps<Element extends 'input' | 'textarea'> = FieldText &
  Own<Element> & { readonly value: string; readonly onChange: (value: string) => void };

/** One line of text with its label. */
export function TextField({ label, description, error, isLabelHidden, value, onChange, ...rest }: TextProps<'input'>) {
  return (
    <Field label={label} description={description} error={error} isLabelHidden={isLabelHidden}>
      <Base.Control {...rest} className="ui-input" value={value} onValueChange={onChange} />
    </Field>
  );
}

/** Several lines of text with their label; grows with its content up to a limit. */
export function TextArea({ label, description, error, isLabelHidden, value, onChange, ...rest }: TextProps<'textarea'>) {
  return (
    <Field label={label} description={description} error={error} isLabelHidden={isLabelHidden}>
      <Base.Control value={value} onValueChange={onChange} render={<textarea {...rest} className="ui-input ui-text-area" />} />
    </Field>
  );
}
