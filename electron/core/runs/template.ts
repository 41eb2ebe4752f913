/** The text of a template with its placeholders replaced. */
export interface FilledTemplate {
  readonly text: string;
  /** Placeholders that name no column. They stay in the text. */
  readonly unknown: readonly string[];
}

const placeholder = /\{\{\s*([^{}]*?)\s*\}\}/g;

/** Replaces each `{{column}}` with the value of a row. Placeholders inside values stay, so that data can't read other columns. */
export function fillTemplate(template: string, values: Readonly<Record<string, string>>): FilledTemplate {
  const unknown = new Set<string>();
  const text = template.replaceAll(placeholder, (whole, name: string) => {
    if (Object.hasOwn(values, name)) return values[name] ?? '';
    unknown.add(name);
    return whole;
  });
  return { text, unknown: [...unknown] };
}

/** Returns the values of a row by the names of its columns. A missing value is empty, because in JSON a later row may add a column. */
export function rowValues(columns: readonly string[], values: readonly string[]): Readonly<Record<string, string>> {
  // from entries, because a column may be called __proto__
  return Object.fromEntries(columns.map((column, index) => [column, values[index] ?? '']));
}
