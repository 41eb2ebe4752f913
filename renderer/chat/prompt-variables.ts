const placeholder = /\{\{([^{}]+)\}\}/g;

/** The names a prompt asks for, each once, in order. */
export function promptVariables(text: string): readonly string[] {
  const names = Array.from(text.matchAll(placeholder), ([, inside = '']) => inside.trim());
  return [...new Set(names.filter((name) => name !== ''))];
}

/** The prompt with its names filled in; what was left empty is left out, and braces around nothing are text. */
export function fillPrompt(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(placeholder, (whole, inside: string) => {
    const name = inside.trim();
    return name === '' ? whole : (values[name] ?? '');
  });
}
