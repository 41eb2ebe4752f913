/** A filled template. */
export interface FilledTemplate {
  readonly text: string;
  /** Names that no column has. They stay in the text as they are. */
  readonly unknown: readonly string[];
}

const placeholder = /\{\{\s*([^{}]*?)\s*\}\}/g;

/** Fills `{{column}}` with the values of a row. Values are not filled again, so that a row can't refer to other columns. */
export function fillTemplate(template: string, values: Readonly<Record<string, string>>): FilledTemplate {
  const unknown = new Set<string>();
  const text = template.replaceAll(placeholder, (whole, name: string) => {
    if (Object.hasOwn(values, name)) return values[name] ?? '';
    unknown.add(name);
    return whole;
  });
  return { text, unknown: [...unknown] };
}
