import { useState } from 'react';
import { TextArea } from '../ui/text-field.tsx';
import { parseHeaders, type Headers } from './parse-headers.ts';

/** Headers of a request, one a line as `Name: value`. */
export function HeaderFields({
  headers,
  error,
  onChange,
}: {
  readonly headers: Headers;
  readonly error: string | undefined;
  readonly onChange: (headers: Headers) => void;
}) {
  const [text, setText] = useState(headers.map(({ name, value }) => (value === '' ? name : `${name}: ${value}`)).join('\n'));
  return (
    <TextArea
      label="Headers"
      description="One a line, as Name: value. They are kept as plain text: no secrets here."
      spellCheck={false}
      data-mono
      value={text}
      error={error}
      onChange={(next) => {
        setText(next);
        onChange(parseHeaders(next));
      }}
    />
  );
}
