/** Questions the demo answers well. */
export const suggestions = [
  'What is Causeway?',
  'How many letters r are in strawberry?',
  'Show me a table, some code and a formula',
] as const;

/** The composer's text once a suggestion is chosen: it takes the place of another one, never of the user's own words. */
export function withSuggestion(text: string, suggestion: string): string {
  const isOwn = text.trim() !== '' && !suggestions.some((each) => each === text.trim());
  return isOwn ? `${text.trimEnd()}\n${suggestion}` : suggestion;
}
