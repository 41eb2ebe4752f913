import { Field as Base } from '@base-ui/react/field';
import { type ReactNode, useEffect, useRef } from 'react';
import './field.css';

/** The words around a control; shared by all fields. */
export interface FieldText {
  readonly label: string;
  readonly description?: ReactNode;
  /** What is wrong with the value, in words; also marks the control as invalid. */
  readonly error?: string | undefined;
  /** Keeps the label for assistive technology only. */
  readonly isLabelHidden?: boolean | undefined;
}

/** A label, a control, its description and its error, tied together for assistive technology. */
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

/** What is wrong with a field, below it. Brought into sight while one is in the field: a form may be cut off just there. */
export function FieldError({ children }: { readonly children: string }) {
  const words = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const show = () => {
      const field = words.current?.closest('.ui-field');
      if (field?.contains(document.activeElement) === true) field.scrollIntoView({ block: 'nearest' });
    };
    show();
    window.addEventListener('resize', show);
    return () => {
      window.removeEventListener('resize', show);
    };
  });
  return (
    <Base.Error ref={words} className="ui-field-error" match>
      {children}
    </Base.Error>
  );
}
