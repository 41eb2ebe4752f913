import { Field as Base } from '@base-ui/react/field';
import { type ReactNode, useEffect, useRef } from 'react';
import './fields.css';

/** The texts around a control. */
export interface FieldText {
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
    return () => {
      window.removeEventListener('resize', show);
    };
  });
  return (
    <Base.Error ref={element} className="ui-field-error" match>
      {children}
    </Base.Error>
  );
}
