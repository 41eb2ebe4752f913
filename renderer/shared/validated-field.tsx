import { useState } from 'react';
import type { Result } from '../../electron/contract/failure.ts';
import { TextArea, TextField } from '../ui/text-field.tsx';

/** A value that is typed as text and checked as it is typed; only what is right is passed on. */
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
  // Changed from elsewhere, as by a preset: what was typed gives way.
  if (format(value) !== typed.value) setTyped({ text: format(value), value: format(value) });
  const parsed = parse(typed.text);
  const change = (text: string) => {
    const next = parse(text);
    setTyped({ text, value: next.ok ? format(next.value) : typed.value });
    if (next.ok) onChange(next.value);
  };
  const words = {
    label,
    description,
    placeholder,
    error: parsed.ok ? undefined : parsed.failure.message,
    value: typed.text,
    onChange: change,
  };
  return isLong ? <TextArea {...words} spellCheck={false} data-mono /> : <TextField {...words} inputMode="decimal" />;
}
