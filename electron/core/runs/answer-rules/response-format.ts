import type { Engine } from '../../../contract/catalog.ts';
import type { AnswerRule } from '../../../contract/run-recipe.ts';
import { runsText } from '../text.ts';

const { repair } = runsText;

/** Returns the `response_format` of a rule if the engine supports it. Others would reject the request or return an empty answer. */
export function responseFormat(rule: AnswerRule, engine: Engine): Readonly<Record<string, unknown>> | undefined {
  if (rule.kind !== 'json' || engine === 'unknown') return undefined;
  return { type: 'json_schema', json_schema: { name: 'answer', schema: rule.schema, strict: true } };
}

/** Returns the message that requests a corrected answer. */
export function repairPrompt(rule: AnswerRule, complaint: string): string {
  return repair.problem(complaint) + describeForm(rule);
}

function describeForm(rule: AnswerRule): string {
  switch (rule.kind) {
    case 'text':
      return '';
    case 'json':
      return repair.json(JSON.stringify(rule.schema));
    case 'pattern':
      return repair.pattern(rule.pattern);
    case 'labels':
      return repair.labels(rule.labels);
  }
}
