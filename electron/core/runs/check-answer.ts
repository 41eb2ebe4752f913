import { Validator, type OutputUnit } from '@cfworker/json-schema';
import { isJsonObject, parseJson } from '../../contract/json.ts';
import type { AnswerRule } from '../../contract/run-recipe.ts';
import { ok, type Result } from '../../contract/failure.ts';
import { fail } from '../../contract/failures/fail.ts';
import { createBoundedCall, findInnermostErrors } from '../shared/bounded-call.ts';
import { errorMessage } from '../shared/node-error.ts';
import { runsText } from './text.ts';
import { describeFailure } from '../../contract/failures/render-failure.ts';

/** The result of checking an answer against its rule. */
export type CheckedAnswer =
  | { readonly isValid: true; readonly fields: Readonly<Record<string, string>> | null }
  /** The complaint is sent to the model with the repair request, and shown to the user if that fails. */
  | { readonly isValid: false; readonly complaint: string; readonly isTooSlow?: boolean };

export type CheckAnswer = (text: string) => CheckedAnswer;

const { complaints } = runsText;
const maxCheckMs = 500;
const maxComplaints = 3;

/** Creates the check of a rule. Fails if the rule itself is invalid. */
export function createAnswerCheck(rule: AnswerRule): Result<CheckAnswer> {
  switch (rule.kind) {
    case 'text':
      return ok(() => ({ isValid: true, fields: null }));
    case 'labels':
      return ok(checkLabels(rule.labels));
    case 'pattern':
      return checkPattern(rule.pattern);
    case 'json':
      return checkJson(rule.schema);
  }
}

const leadingMark = /[\s"'“”‘’«»`*_([{<.:;,!?-]/;
const trailingMark = /[\s"'“”‘’«»`*_)\]}>.:;,!?-]/;

const numberStart = /-?[.,]?\d/y;

const exact = (text: string): string => text.normalize('NFC').trim();
const withoutCase = (text: string): string => exact(text).toLowerCase();

/** Removes the punctuation around a text, but not the sign of a number. Goes by character, because a pattern for all marks at the end is quadratic. */
function withoutMarks(text: string): string {
  const whole = withoutCase(text);
  let [from, to] = [0, whole.length];
  while (from < to && leadingMark.test(whole.charAt(from)) && !isNumberAt(whole, from)) from += 1;
  while (from < to && trailingMark.test(whole.charAt(to - 1))) to -= 1;
  return whole.slice(from, to);
}

function isNumberAt(text: string, at: number): boolean {
  numberStart.lastIndex = at;
  return numberStart.test(text);
}

/** Creates the check for a label. Labels may differ only by case or marks, such as `+`, `-` and `?`, so the strictest comparison wins. */
function checkLabels(labels: readonly string[]): CheckAnswer {
  const comparisons = [exact, withoutCase, withoutMarks].map((toKey) => ({ toKey, labelOf: indexUnambiguous(labels, toKey) }));
  return (text) => {
    for (const { toKey, labelOf } of comparisons) {
      const label = labelOf.get(toKey(text));
      if (label !== undefined) return { isValid: true, fields: { label } };
    }
    return { isValid: false, complaint: complaints.labels(labels) };
  };
}

/** Returns the labels by their keys, without empty keys and those of several labels. */
function indexUnambiguous(labels: readonly string[], toKey: (label: string) => string): ReadonlyMap<string, string> {
  const byKey = Map.groupBy(new Set(labels), toKey);
  return new Map([...byKey].flatMap(([key, [label = '', ...others]]) => (key === '' || others.length > 0 ? [] : [[key, label]])));
}

function checkPattern(pattern: string): Result<CheckAnswer> {
  let expression: RegExp;
  try {
    expression = new RegExp(pattern, 'u');
  } catch (error) {
    return fail('run-pattern-invalid', { detail: errorMessage(error) });
  }
  const match = createBoundedCall((text: string) => expression.exec(text), maxCheckMs);
  return ok((text) => {
    const found = match(text);
    if (found.kind !== 'value') return { isValid: false, complaint: complaints.patternTooSlow, isTooSlow: found.kind === 'too-slow' };
    if (!found.value) return { isValid: false, complaint: complaints.pattern(pattern) };
    const { groups, 0: whole } = found.value;
    const named = Object.entries(groups ?? {}).map(([name, value]): [string, string] => [name, value ?? '']);
    return { isValid: true, fields: named.length > 0 ? Object.fromEntries(named) : { match: whole } };
  });
}

function checkJson(schema: Readonly<Record<string, unknown>>): Result<CheckAnswer> {
  let validator: Validator;
  try {
    validator = new Validator(structuredClone(schema), '2020-12', false); // a copy, because the validator changes it
  } catch (error) {
    return fail('run-schema-invalid', { detail: errorMessage(error) });
  }
  const validate = createBoundedCall((value: unknown) => validator.validate(value), maxCheckMs);
  const trial = validate({});
  if (trial.kind !== 'value')
    return fail('run-schema-invalid', { detail: trial.kind === 'too-slow' ? runsText.slowSchema : errorText(trial.error) });
  return ok((text) => {
    const value = findJson(text);
    if (value === undefined) return { isValid: false, complaint: complaints.notJson };
    const found = validate(value);
    if (found.kind !== 'value') return { isValid: false, complaint: complaints.notChecked, isTooSlow: found.kind === 'too-slow' };
    if (!found.value.valid) return { isValid: false, complaint: describeErrors(found.value.errors) };
    return { isValid: true, fields: isJsonObject(value) ? toFields(value) : { value: toText(value) } };
  });
}

function errorText(error: unknown): string {
  return typeof error === 'object' && error !== null && 'message' in error ? String(error.message) : String(error);
}

/** Parses an answer as JSON: the whole text, or its only code block. */
function findJson(text: string): unknown {
  const whole = parseJson(text.trim());
  if (whole !== undefined) return whole;
  const blocks = [...listBlocks(text)].map(parseJson).filter((value) => value !== undefined);
  return blocks.length === 1 ? blocks[0] : undefined;
}

const fence = '```';
const blockStart = /```(?:json)?\s*\n/iy;

/** Lists the contents of the code blocks. Searches for their ends, because a pattern for whole blocks is quadratic without an end. */
function* listBlocks(text: string): Generator<string> {
  let at = text.indexOf(fence);
  while (at !== -1) {
    blockStart.lastIndex = at;
    if (blockStart.test(text)) {
      const from = blockStart.lastIndex;
      const end = text.indexOf(fence, from);
      if (end === -1) return;
      yield text.slice(from, end).trimEnd();
      at = text.indexOf(fence, end + fence.length);
    } else at = text.indexOf(fence, at + 1);
  }
}

function toFields(value: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, toText(field)]));
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function describeErrors(errors: readonly OutputUnit[]): string {
  const byText = new Map(
    findInnermostErrors(errors).map(({ instanceLocation, error }) => [
      `${instanceLocation}\n${error}`,
      [instanceLocation.replace(/^#\/?/, ''), error] as const,
    ]),
  );
  return complaints.schema([...byText.values()].slice(0, maxComplaints));
}

/** Slow checks in a row. Each blocks the thread for half a second. */
const maxSlowChecks = 3;

/** Creates the check of a rule. Calls `onLimit` at the last slow check, and returns its complaint for all further answers. */
export function createLimitedCheck(rule: AnswerRule, onLimit: () => void) {
  const created = createAnswerCheck(rule);
  const checkAnswer: CheckAnswer = created.ok
    ? created.value
    : () => ({ isValid: false, complaint: describeFailure(created.failure).message });
  let slowChecks = 0;
  let last: CheckedAnswer | undefined;
  return {
    check: (text: string): CheckedAnswer => {
      if (last) return last;
      const checked = checkAnswer(text);
      slowChecks = !checked.isValid && checked.isTooSlow ? slowChecks + 1 : 0;
      if (slowChecks === maxSlowChecks) {
        last = checked;
        onLimit();
      }
      return checked;
    },
    /** Checks answers again after the limit. */
    reset: () => {
      slowChecks = 0;
      last = undefined;
    },
  };
}

/** Returns the message that requests a corrected answer. */
export function repairPrompt(rule: AnswerRule, complaint: string): string {
  return runsText.repair.problem(complaint) + describeForm(rule);
}

function describeForm(rule: AnswerRule): string {
  switch (rule.kind) {
    case 'text':
      return '';
    case 'json':
      return runsText.repair.json(JSON.stringify(rule.schema));
    case 'pattern':
      return runsText.repair.pattern(rule.pattern);
    case 'labels':
      return runsText.repair.labels(rule.labels);
  }
}
