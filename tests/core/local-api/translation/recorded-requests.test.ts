import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readObject, type JsonObject } from '../../../../electron/contract/json.ts';
import { chatRequestSchema } from '../../../../electron/core/demo/engines/requests.ts';
import { translateMessages } from '../../../../electron/core/local-api/translation/messages-request.ts';
import { translateResponses } from '../../../../electron/core/local-api/translation/responses-request.ts';

const rules = { capabilities: { reasoningEffort: true } };

/** Reads the shape of a request that a program really sent: its keys, roles, kinds and names, with texts of the same length. */
function recorded(name: string): JsonObject {
  const file = new URL(`../../../support/client-requests/${name}.json`, import.meta.url);
  const parsed: unknown = JSON.parse(readFileSync(file, 'utf8'), (_, value: unknown) => {
    const length = readObject(value)?.['$text'];
    return typeof length === 'number' ? 'x'.repeat(length) : value;
  });
  return parsed as JsonObject;
}

test('translates what Claude Code sends', () => {
  const request = recorded('claude-code-2.1.328');
  const { body, isStreamed, leftOut, tools } = translateMessages(request, rules);
  expect(chatRequestSchema.safeParse(body).error).toBeUndefined();
  expect(isStreamed).toBe(true);
  expect(leftOut).toEqual([]);
  expect([...tools.keys()]).toEqual((request['tools'] as readonly { readonly name: string }[]).map(({ name }) => name));
  expect((body['messages'] as readonly { readonly role: string }[]).map(({ role }) => role)).toEqual(['system', 'user']);
  expect(JSON.stringify(body)).not.toContain('cache_control');
});

test('translates what Codex sends', () => {
  const { body, isStreamed, leftOut, tools } = translateResponses(recorded('codex-0.169.0'), rules);
  expect(chatRequestSchema.safeParse(body).error).toBeUndefined();
  expect(isStreamed).toBe(true);
  expect(leftOut.every((type) => type === 'web_search')).toBe(true);
  expect([...tools.values()].map(({ name }) => name)).toContain('exec_command');
  expect([...tools.values()].some(({ namespace }) => namespace !== undefined)).toBe(true);
  expect((body['messages'] as readonly { readonly role: string }[]).map(({ role }) => role)).toEqual(['system', 'user']);
});
