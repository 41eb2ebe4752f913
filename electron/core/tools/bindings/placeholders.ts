/** The arguments of a call, parsed. */
export type Arguments = Readonly<Record<string, unknown>>;

const pattern = /\{\{([A-Za-z0-9_-]{1,64})\}\}/g;

/** The names that stand in a template, each once. Braces around anything else, as in `{{.Name}}`, are plain text. */
export function placeholdersOf(template: string): readonly string[] {
  return [...new Set(Array.from(template.matchAll(pattern), ([, name]) => name ?? ''))];
}

/** Puts a text in place of each placeholder; what is put in is not looked at again. */
export function fill(template: string, textFor: (name: string, at: number) => string): string {
  return template.replaceAll(pattern, (_whole, name: string, at: number) => textFor(name, at));
}

/** An argument as text: nothing for one that was left out, JSON for what is not a single value. */
export function plainText(values: Arguments, name: string): string {
  const value = Object.hasOwn(values, name) ? values[name] : undefined;
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return value.toWellFormed();
  return JSON.stringify(value);
}
