import { findSum } from '../engines/arithmetic.ts';
import type { JsonSchema } from '../engines/json-schema.ts';
import { keywordsIn } from '../engines/keywords.ts';
import { extractEntities } from './extract-entities.ts';

/** What is still to be taken from a question; each thing and number is used once. */
interface Sources {
  readonly question: string;
  readonly things: string[];
  readonly numbers: number[];
}

/** Arguments for a function, filled in from the question by the function's own schema. */
export function argumentsFor(schema: JsonSchema, question: string, things = extractEntities(question)): Readonly<Record<string, unknown>> {
  const numbers = (question.match(/(?<![\p{L}\d])-?\d+(?:\.\d+)?/gu) ?? []).map(Number);
  return objectFrom(schema, { question, things: [...things], numbers });
}

function objectFrom(schema: JsonSchema, sources: Sources): Readonly<Record<string, unknown>> {
  const required = new Set(schema.required ?? []);
  const filled = Object.entries(schema.properties ?? {}).map(
    ([name, property]) => [name, valueFor(name, property, required.has(name), sources)] as const,
  );
  return Object.fromEntries(filled.filter(([, value]) => value !== undefined));
}

function valueFor(name: string, schema: JsonSchema, isRequired: boolean, sources: Sources): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return mentioned(schema.enum, sources.question) ?? (isRequired ? (schema.default ?? schema.enum[0]) : undefined);
  const type = typeof schema.type === 'string' ? schema.type : (schema.type ?? []).find((each) => each !== 'null');
  switch (type ?? (schema.properties ? 'object' : 'string')) {
    case 'number':
    case 'integer':
      return numberFrom(type === 'integer', sources) ?? (isRequired ? (schema.default ?? schema.minimum ?? 1) : undefined);
    case 'boolean':
      return (
        [...keywordsIn(name)].some((word) => keywordsIn(sources.question).has(word)) || (isRequired ? (schema.default ?? false) : undefined)
      );
    case 'array':
      return arrayFrom(name, schema, isRequired, sources);
    case 'object':
      return isRequired || schema.properties ? objectFrom(schema, sources) : undefined;
    default:
      return textFrom(name, schema, isRequired, sources);
  }
}

function arrayFrom(name: string, schema: JsonSchema, isRequired: boolean, sources: Sources): readonly unknown[] | undefined {
  const itemType = schema.items?.type ?? 'string';
  if (itemType === 'number' || itemType === 'integer') return sources.numbers.splice(0);
  if (itemType !== 'string') return isRequired ? [] : undefined;
  const things = sources.things.splice(0);
  return things.length > 0 ? things : isRequired ? [textFrom(name, {}, true, sources)] : undefined;
}

function numberFrom(isWhole: boolean, sources: Sources): number | undefined {
  const at = sources.numbers.findIndex((number) => !isWhole || Number.isInteger(number));
  return at === -1 ? undefined : sources.numbers.splice(at, 1)[0];
}

function textFrom(name: string, schema: JsonSchema, isRequired: boolean, sources: Sources): string | undefined {
  const about = `${name} ${schema.description ?? ''}`;
  if (/date|day/i.test(`${name} ${schema.format ?? ''}`)) {
    const date = /\d{4}-\d{2}-\d{2}|\b(?:today|tomorrow|yesterday)\b/i.exec(sources.question)?.[0];
    if (date !== undefined) return date.toLowerCase();
  }
  if (/expression|formula|calculation/i.test(about)) {
    const sum = findSum(sources.question);
    if (sum) return sum.expression;
  }
  if (/^(?:query|question|text|prompt|input|message|content|sentence)$/i.test(name))
    return /["“](.+?)["”]/s.exec(sources.question)?.[1] ?? sources.question;
  if (!isRequired) return undefined;
  return sources.things.shift() ?? (typeof schema.default === 'string' ? schema.default : sources.question);
}

function mentioned(choices: readonly unknown[], question: string): unknown {
  const words = keywordsIn(question);
  return choices.find((choice) => [...keywordsIn(String(choice))].some((word) => words.has(word)));
}
