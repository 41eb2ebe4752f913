import { Field as Base } from '@base-ui/react/field';
import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react';
import './fields.css';

type Own<Element extends 'input' | 'textarea'> = Omit<
  ComponentProps<Element>,
  'className' | 'style' | 'onChange' | 'value' | 'defaultValue'
>;

/** Props of a text field. */
type TextProps<Element extends 'input' | 'textarea'> = FieldText &
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

/** The texts around a control. */
interface FieldText {
  readonly label: string;
  readonly description?: ReactNode;
  /** What is wrong with the value. Marks the control as invalid. */
  readonly error?: string | undefined;
  /** Shows the label to assistive technology only. */
  readonly isLabelHidden?: boolean | undefined;
}

/** Links a control to its label, description and error for assistive technology. */
export function Field({ label, description, error, isLabelHidden = false, children }: FieldText & { readonly children: ReactNode }) {
  return (
    <Base.Root className="ui-field" invalid={error !== undefined}>
      <Base.Label className={isLabelHidden ? 'visually-hidden' : 'ui-field-label'}>{label}</Base.Label>
      {children}
      {description !== undefined && <Base.Description className="ui-field-description">{description}</Base.Description>}
      {error !== undefined && <FieldError>{error}</FieldError>}
    </Base.Root>
  );
}

/** The error below a field. Scrolls into view while the field has focus, because a form may be cut off there. */
export function FieldError({ children }: { readonly children: string }) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const show = () => {
      const field = element.current?.closest('.ui-field');
      if (field?.contains(document.activeElement) === true) field.scrollIntoView({ block: 'nearest' });
    };
    show();
    window.addEventListener('resize', show);
    return () => window.removeEventListener('resize', show);
  });
  return (
    <Base.Error ref={element} className="ui-field-error" match>
      {children}
    </Base.Error>
  );
}
