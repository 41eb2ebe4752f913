import { Validator, type OutputUnit, type ValidationResult } from '@cfworker/json-schema';
import { createBoundedCall, findInnermostErrors } from '../shared/bounded-call.ts';
import { errorMessage } from '../shared/node-error.ts';
import { toolsText } from './text.ts';
import type { Arguments } from './bindings/templates.ts';

export type CheckedArguments =
  | { readonly isValid: true; readonly values: Arguments }
  /** A text for the model, which may try again. */
  | { readonly isValid: false; readonly complaint: string };

const maxReported = 5;
const limitMs = 500; // this thread serves the window

/** Parses the arguments of a call and checks them against the tool's schema. */
export function checkArguments(schema: Readonly<Record<string, unknown>>, text: string): CheckedArguments {
  let parsed: unknown;
  try {
    parsed = text.trim() === '' ? {} : JSON.parse(text); // engines send nothing if there are no arguments
  } catch (error) {
    return { isValid: false, complaint: toolsText.argumentsNotJson(errorMessage(error)) };
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
    return { isValid: false, complaint: toolsText.argumentsNotObject };
  }
  const found = validate(schema, parsed);
  if (typeof found === 'string') return { isValid: false, complaint: toolsText.argumentsUnchecked[found] };
  if (found.valid) return { isValid: true, values: parsed as Arguments }; // an object, as seen above
  return { isValid: false, complaint: toolsText.argumentsWrong(report(found.errors)) };
}

/** Returns why there is no result, because a schema is recursive without end or a pattern takes too long. */
function validate(schema: Readonly<Record<string, unknown>>, values: unknown): ValidationResult | 'slow' | 'unusable' {
  // a copy, because the validator adds its own marks to the schema
  const check = createBoundedCall(() => new Validator(structuredClone(schema), '2020-12', false).validate(values), limitMs);
  const checked = check(undefined);
  if (checked.kind === 'value') return checked.value;
  return checked.kind === 'too-slow' ? 'slow' : 'unusable';
}

function report(errors: readonly OutputUnit[]): string {
  const lines = findInnermostErrors(errors).map(({ instanceLocation, error }) => {
    const location = instanceLocation.replace(/^#\/?/, '');
    return `- ${location === '' ? toolsText.allArguments : location}: ${error}`;
  });
  const reported = [...new Set(lines)];
  return reported.length <= maxReported
    ? reported.join('\n')
    : [...reported.slice(0, maxReported), toolsText.moreProblems(reported.length - maxReported)].join('\n');
}
