import { runInNewContext } from 'node:vm';
import { Validator, type OutputUnit, type ValidationResult } from '@cfworker/json-schema';
import { errorMessage } from '../../shared/node-error.ts';
import { toolsText } from '../text.ts';
import type { Arguments } from '../bindings/templates.ts';

export type CheckedArguments =
  | { readonly isValid: true; readonly values: Arguments }
  /** A text for the model, which may try again. */
  | { readonly isValid: false; readonly complaint: string };

const maxReported = 5;
const limitMs = 500;

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
  const check = (): ValidationResult => new Validator(structuredClone(schema), '2020-12', false).validate(values);
  try {
    // Only this one call is evaluated. A context is the only way to limit the time of a regular expression,
    // and this thread serves the window.
    return runInNewContext('check()', { check }, { timeout: limitMs }) as ValidationResult; // what check gives
  } catch (error) {
    return isTimeout(error) ? 'slow' : 'unusable';
  }
}

/** Does not use `instanceof`, because the error is from another context. */
function isTimeout(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
}

/** Returns the innermost errors, because the others only repeat that something inside is wrong. */
function report(errors: readonly OutputUnit[]): string {
  const innermost = errors.filter(
    ({ keywordLocation }) => !errors.some((other) => other.keywordLocation.startsWith(`${keywordLocation}/`)),
  );
  const lines = innermost.map(({ instanceLocation, error }) => {
    const location = instanceLocation.replace(/^#\/?/, '');
    return `- ${location === '' ? toolsText.allArguments : location}: ${error}`;
  });
  const reported = [...new Set(lines)];
  return reported.length <= maxReported
    ? reported.join('\n')
    : [...reported.slice(0, maxReported), toolsText.moreProblems(reported.length - maxReported)].join('\n');
}
