import { Field } from '@base-ui/react/field';
import { useEffect, useRef } from 'react';

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
    <Field.Error ref={words} className="ui-field-error" match>
      {children}
    </Field.Error>
  );
}
