import { describeFailure } from '../../electron/contract/failures/render-failure.ts';
import { useState, type FocusEvent } from 'react';
import type { Result } from '../../electron/contract/failure.ts';
import { TextArea, TextField } from '../ui/text-field.tsx';

/** A text field that parses as the user types and passes on valid values only. Invalid text brings back the value from before the edit. */
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
  const [typed, setTyped] = useState({ text: format(value), value: format(value), before: value });
  // The value was changed elsewhere, for example by a preset.
  if (format(value) !== typed.value) setTyped({ text: format(value), value: format(value), before: value });
  const parsed = parse(typed.text);
  const change = (text: string) => {
    const next = parse(text);
    // the "12" of a "12k" must not stay in force
    const applied = next.ok ? next.value : typed.before;
    setTyped({ ...typed, text, value: format(applied) });
    if (next.ok || format(applied) !== typed.value) onChange(applied);
  };
  const props = {
    label,
    description,
    placeholder,
    error: parsed.ok ? undefined : describeFailure(parsed.failure).message,
    value: typed.text,
    onChange: change,
    onBlur: ({ currentTarget }: FocusEvent<HTMLElement>) => {
      // not if the window loses the focus, because the edit goes on
      if (document.activeElement !== currentTarget) setTyped({ ...typed, before: value });
    },
  };
  return isLong ? <TextArea {...props} spellCheck={false} data-mono /> : <TextField {...props} inputMode="decimal" />;
}
