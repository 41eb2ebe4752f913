const placeholder = /\{\{\s*([^{}]+?)\s*\}\}/gu;

/** The names a prompt asks for, each once, in order. */
export function promptVariables(text: string): readonly string[] {
  return [...new Set([...text.matchAll(placeholder)].map((match) => match[1] ?? ''))];
}

/** The prompt with its names filled in; what was left empty is left out. */
export function fillPrompt(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(placeholder, (_, name: string) => values[name] ?? '');
}
