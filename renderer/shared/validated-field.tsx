import { describeFailure } from '../../electron/contract/failures/render-failure.ts';
import { useState } from 'react';
import type { Result } from '../../electron/contract/failure.ts';
import { TextArea, TextField } from '../ui/text-field.tsx';

/** A text field that parses as the user types and passes on valid values only. */
export function ValidatedField<T>({
  label,
  description,
  placeholder,
  isLong = false,
  value,
  format,
  parse,
  onChange,
}: {
  readonly label: string;
  readonly description?: string | undefined;
  readonly placeholder?: string | undefined;
  readonly isLong?: boolean | undefined;
  readonly value: T;
  readonly format: (value: T) => string;
  readonly parse: (text: string) => Result<T>;
  readonly onChange: (value: T) => void;
}) {
  const [typed, setTyped] = useState({ text: format(value), value: format(value) });
  // The value was changed elsewhere, for example by a preset.
  if (format(value) !== typed.value) setTyped({ text: format(value), value: format(value) });
  const parsed = parse(typed.text);
  const change = (text: string) => {
    const next = parse(text);
    setTyped({ text, value: next.ok ? format(next.value) : typed.value });
    if (next.ok) onChange(next.value);
  };
  const props = {
    label,
    description,
    placeholder,
    error: parsed.ok ? undefined : describeFailure(parsed.failure).message,
    value: typed.text,
    onChange: change,
  };
  return isLong ? <TextArea {...props} spellCheck={false} data-mono /> : <TextField {...props} inputMode="decimal" />;
}
