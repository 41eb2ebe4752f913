import { useState } from 'react';
import { TextArea } from '../ui/text-field.tsx';
import { parseHeaders, wrongHeader, type Headers } from './headers-text.ts';

/** Headers of a request, one a line as `Name: value`. */
export function HeaderFields({ headers, onChange }: { readonly headers: Headers; readonly onChange: (headers: Headers) => void }) {
  const [text, setText] = useState(headers.map(({ name, value }) => `${name}: ${value}`).join('\n'));
  const wrong = wrongHeader(text);
  return (
    <TextArea
      label="Headers"
      description="One a line, as Name: value. They are kept with the tool and exported with it: no secrets here."
      spellCheck={false}
      data-mono
      value={text}
      error={wrong === undefined ? undefined : `“${wrong}” is no header: Name: value.`}
      onChange={(next) => {
        setText(next);
        onChange(parseHeaders(next));
      }}
    />
  );
}
