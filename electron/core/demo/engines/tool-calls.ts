import { parseJson, readObject } from '../../../contract/json.ts';
import type { ChatRequest, Tool, JsonSchema, ToolResult } from './requests.ts';
import type { Call } from './generation.ts';
import { findSum } from './arithmetic.ts';
import { keywordsIn, overlap } from './keywords.ts';
import { demoText } from '../text.ts';

/** Returns the tool calls for a question: every matching tool, with one call per entity for tools that take a single one. */
export function toolCalls(request: ChatRequest, question: string, newId: () => string): readonly Call[] {
  const entities = extractEntities(question);
  return selectTools(request, question).flatMap((tool) =>
    (takesOneEntity(tool) && entities.length > 1 ? entities.map((entity) => [entity]) : [entities]).map((own) => ({
      id: newId(),
      name: tool.function.name,
      arguments: JSON.stringify(argumentsFor(tool.function.parameters ?? {}, question, own)),
    })),
  );
}

function takesOneEntity(tool: Tool): boolean {
  const schema = tool.function.parameters ?? {};
  const required = (schema.required ?? []).map((name) => schema.properties?.[name]);
  return required.filter(isPlainText).length === 1 && required.every((property) => property?.type !== 'array');
}

function isPlainText(schema: JsonSchema | undefined): boolean {
  return schema?.type === 'string' && !schema.enum && schema.format === undefined;
}

/** Returns the tools that match the question, or those that the request demands. */
function selectTools(request: ChatRequest, question: string): readonly Tool[] {
  const offered = request.tools ?? [];
  const choice = request.tool_choice ?? 'auto';
  if (choice === 'none') return [];
  if (typeof choice === 'object') return offered.filter((tool) => tool.function.name === choice.function.name);
  if (offered.length > maxOfferedByChat && choice === 'auto') return offered.filter((tool) => isNamed(tool, question)).slice(0, 1);
  const ranked = offered.map((tool) => ({ tool, score: scoreTool(tool, question) })).toSorted((one, other) => other.score - one.score);
  const fitting = ranked.filter(({ score }) => score >= 2);
  return (choice === 'required' && fitting.length === 0 ? ranked.slice(0, 1) : fitting).map(({ tool }) => tool);
}

/** A code assistant offers dozens of tools, whose long descriptions match every question. */
const maxOfferedByChat = 8;

function isNamed({ function: { name } }: Tool, question: string): boolean {
  return overlap(keywordsIn(name), keywordsIn(question)) > 0;
}

/** Scores a tool. Words of the name count twice; a score of two is a match. */
function scoreTool(tool: Tool, question: string): number {
  const { name, description } = tool.function;
  const asked = keywordsIn(question);
  const calculates = /calc|arithmetic|math|expression/i.test(`${name} ${description ?? ''}`) && findSum(question) !== undefined;
  return 2 * overlap(keywordsIn(name), asked) + overlap(keywordsIn(description ?? ''), asked) + (calculates ? 2 : 0);
}

/** Values found in the question. Each entity and number is used once. */
interface Sources {
  readonly question: string;
  readonly entities: string[];
  readonly numbers: number[];
}

/** Fills in a function's arguments from the question, according to its schema. */
export function argumentsFor(
  schema: JsonSchema,
  question: string,
  entities = extractEntities(question),
): Readonly<Record<string, unknown>> {
  const numbers = (question.replace(pathPattern, ' ').match(/(?<![\p{L}\d])-?\d+(?:\.\d+)?/gu) ?? []).map(Number);
  return objectFrom(schema, { question, entities: [...entities], numbers });
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
  if (schema.enum) return findMentioned(schema.enum, sources.question) ?? (isRequired ? (schema.default ?? schema.enum[0]) : undefined);
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
  if (itemType === 'object' && isRequired) return [objectFrom(schema.items ?? {}, sources)];
  if (itemType !== 'string') return isRequired ? [] : undefined;
  const entities = sources.entities.splice(0);
  return entities.length > 0 ? entities : isRequired ? [textFrom(name, {}, true, sources)] : undefined;
}

function numberFrom(isWhole: boolean, sources: Sources): number | undefined {
  const at = sources.numbers.findIndex((number) => !isWhole || Number.isInteger(number));
  return at === -1 ? undefined : sources.numbers.splice(at, 1)[0];
}

const pathPattern = /(?:[A-Za-z]:\\|~?\/|\.\.?\/)[^\s"'`]*[^\s"'`.,;:!?]/;

function textFrom(name: string, schema: JsonSchema, isRequired: boolean, sources: Sources): string | undefined {
  const about = `${name} ${schema.description ?? ''}`;
  if (/date|day/i.test(`${name} ${schema.format ?? ''}`)) {
    const date = /\d{4}-\d{2}-\d{2}|\b(?:today|tomorrow|yesterday)\b/i.exec(sources.question)?.[0];
    if (date !== undefined) return date.toLowerCase();
  }
  if (/path|file/i.test(name)) {
    const file = pathPattern.exec(sources.question)?.[0];
    if (file !== undefined) return file;
  }
  if (/^(?:cmd|command)$/i.test(name)) {
    const command = /`([^`]+)`/.exec(sources.question)?.[1];
    if (command !== undefined) return command;
  }
  if (/expression|formula|calculation/i.test(about)) {
    const sum = findSum(sources.question);
    if (sum) return sum.expression;
  }
  if (/^(?:query|question|text|prompt|input|message|content|sentence)$/i.test(name))
    return /["“](.+?)["”]/s.exec(sources.question)?.[1] ?? sources.question;
  if (!isRequired) return undefined;
  return sources.entities.shift() ?? (typeof schema.default === 'string' ? schema.default : sources.question);
}

function findMentioned(choices: readonly unknown[], question: string): unknown {
  const words = keywordsIn(question);
  return choices.find((choice) => [...keywordsIn(String(choice))].some((word) => words.has(word)));
}

const stopWords =
  /^(?:what|which|how|who|where|when|why|is|are|do|does|can|could|please|tell|give|show|find|get|and|or|the|a|an|i|me|my|it|in|celsius|fahrenheit)$/i;

/** Returns the entities named in a question: quoted text, else capitalised names, else what follows “in”, “for”, “of” and the like. */
export function extractEntities(question: string): readonly string[] {
  const quoted = [...question.matchAll(/["“«](.+?)["”»]/gs)].map(([, inner]) => inner ?? '');
  if (quoted.length > 0) return uniqueTrimmed(quoted);
  // The first word of a sentence is always capitalised.
  const names = [...question.matchAll(/(?<=[^.!?\s]\s+)\p{Lu}[\p{L}'’-]*(?:\s+\p{Lu}[\p{L}'’-]*)*/gu)]
    .map(([name]) => name)
    .filter((name) => !stopWords.test(name));
  if (names.length > 0) return uniqueTrimmed(names);
  const after =
    /\b(?:in|for|of|at|about|from|to|on|near)\s+(?:the\s+)?([\p{L}\d][\p{L}\d' -]*?)(?=[?.!,;]|$| (?:today|tomorrow|now|please|with|in|on|at)\b)/iu.exec(
      question,
    )?.[1];
  return after === undefined ? [] : uniqueTrimmed(after.split(/\s+and\s+/));
}

function uniqueTrimmed(entities: readonly string[]): readonly string[] {
  return [...new Set(entities.map((entity) => entity.trim()))].filter((entity) => entity !== '');
}

/** Writes an answer from tool results. */
export function answerFromTools(results: readonly ToolResult[]): string {
  const parts = results.map((result) => `**${result.name}**${formatInput(result)}${formatResult(result.text)}`);
  return [demoText.toolsAnswered(results.length), ...parts].join('\n\n');
}

function formatInput(result: ToolResult): string {
  const values = Object.entries(readObject(parseJson(result.arguments)) ?? {}).map(([name, value]) => `${name}: ${formatValue(value)}`);
  return values.length === 0 ? '' : ` (${values.join(', ')})`;
}

function formatResult(text: string): string {
  const value = parseJson(text);
  const fields = readObject(value);
  if (fields) {
    if ('error' in fields) return ` failed: ${formatValue(fields['error'])}`;
    const rows = Object.entries(fields).map(([name, each]) => `| ${name} | ${formatValue(each).replaceAll('|', '\\|')} |`);
    return ` says:\n\n| what | value |\n|---|---|\n${rows.join('\n')}`;
  }
  if (Array.isArray(value)) return ` says:\n\n${value.map((each) => `- ${formatValue(each)}`).join('\n')}`;
  if (text.trim() === '') return ' returned nothing.';
  return ` says: ${text.includes('\n') ? `\n\n\`\`\`\n${text}\n\`\`\`` : text}`;
}

function formatValue(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
