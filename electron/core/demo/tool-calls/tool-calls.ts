import type { ChatRequest, Tool } from '../engines/chat-request.ts';
import type { Call } from '../engines/generation.ts';
import type { JsonSchema } from '../engines/json-schema.ts';
import { argumentsFor } from './schema-arguments.ts';
import { selectTools } from './select-tools.ts';
import { extractEntities } from './extract-entities.ts';

/** The calls an engine makes before it answers: every tool that fits, and one call for each thing named where a tool takes just one. */
export function toolCalls(request: ChatRequest, question: string, newId: () => string): readonly Call[] {
  const things = extractEntities(question);
  return selectTools(request, question).flatMap((tool) =>
    (takesOneThing(tool) && things.length > 1 ? things.map((thing) => [thing]) : [things]).map((own) => ({
      id: newId(),
      name: tool.function.name,
      arguments: JSON.stringify(argumentsFor(tool.function.parameters ?? {}, question, own)),
    })),
  );
}

function takesOneThing(tool: Tool): boolean {
  const schema = tool.function.parameters ?? {};
  const required = (schema.required ?? []).map((name) => schema.properties?.[name]);
  return required.filter(isPlainText).length === 1 && required.every((property) => property?.type !== 'array');
}

function isPlainText(schema: JsonSchema | undefined): boolean {
  return schema?.type === 'string' && !schema.enum && schema.format === undefined;
}
