import { TextArea } from '../ui/text-field.tsx';

/** A program and its arguments, one a line, as they are run. */
export function ArgvField({
  argv,
  description,
  placeholder,
  error,
  onChange,
}: {
  readonly argv: readonly string[];
  readonly description: string;
  readonly placeholder: string;
  readonly error: string | undefined;
  readonly onChange: (argv: readonly string[]) => void;
}) {
  return (
    <TextArea
      label="Program and arguments"
      description={description}
      placeholder={placeholder}
      spellCheck={false}
      data-mono
      value={argv.join('\n')}
      error={error}
      onChange={(text) => {
        onChange(text.split('\n'));
      }}
    />
  );
}
