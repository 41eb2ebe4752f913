const notThings =
  /^(?:what|which|how|who|where|when|why|is|are|do|does|can|could|please|tell|give|show|find|get|and|or|the|a|an|i|me|my|it|in|celsius|fahrenheit)$/i;

/** The things a question names: what is quoted, else names with a capital, else what follows “in”, “for”, “of” and the like. */
export function extractEntities(question: string): readonly string[] {
  const quoted = [...question.matchAll(/["“«](.+?)["”»]/gs)].map(([, inner]) => inner ?? '');
  if (quoted.length > 0) return unique(quoted);
  // The first word of a sentence has its capital from the sentence.
  const names = [...question.matchAll(/(?<=[^.!?\s]\s+)\p{Lu}[\p{L}'’-]*(?:\s+\p{Lu}[\p{L}'’-]*)*/gu)]
    .map(([name]) => name)
    .filter((name) => !notThings.test(name));
  if (names.length > 0) return unique(names);
  const after =
    /\b(?:in|for|of|at|about|from|to|on|near)\s+(?:the\s+)?([\p{L}\d][\p{L}\d' -]*?)(?=[?.!,;]|$| (?:today|tomorrow|now|please|with|in|on|at)\b)/iu.exec(
      question,
    )?.[1];
  return after === undefined ? [] : unique(after.split(/\s+and\s+/));
}

function unique(things: readonly string[]): readonly string[] {
  return [...new Set(things.map((thing) => thing.trim()))].filter((thing) => thing !== '');
}
