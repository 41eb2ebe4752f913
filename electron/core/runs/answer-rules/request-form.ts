import type { Engine } from '../../../contract/catalog.ts';
import type { AnswerRule } from '../../../contract/run-recipe.ts';

/** Returns the `response_format` of a rule, if the engine is known to take it. Others would reject the request, or answer with nothing. */
export function responseFormat(rule: AnswerRule, engine: Engine): Readonly<Record<string, unknown>> | undefined {
  if (rule.kind !== 'json' || engine === 'unknown') return undefined;
  return { type: 'json_schema', json_schema: { name: 'answer', schema: rule.schema, strict: true } };
}

/** Returns the message that asks once more for an answer of the right form. */
export function repairPrompt(rule: AnswerRule, complaint: string): string {
  const wanted = {
    text: '',
    json: rule.kind === 'json' ? ` Answer with one JSON value of this JSON Schema, and nothing else:\n${JSON.stringify(rule.schema)}` : '',
    pattern: rule.kind === 'pattern' ? ` Answer with a text that matches ${rule.pattern}, and nothing else.` : '',
    labels: rule.kind === 'labels' ? ` Answer with one of these labels, and nothing else: ${rule.labels.join(', ')}` : '',
  } as const;
  return `Your last answer can’t be used. ${complaint}${wanted[rule.kind]}`;
}
