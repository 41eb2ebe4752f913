import { expect, test } from 'vitest';
import { configuredPrograms, type ConfiguredProgram } from '../../../electron/core/client-programs/configured-programs.ts';
import { readJsonc } from '../../../electron/core/client-programs/edit-jsonc.ts';
import { planSetUp } from '../../../electron/core/client-programs/program-file.ts';
import { must } from '../../support/must.ts';

const model = { id: 'oss', contextLength: 131_072, callsTools: true, reasons: true, seesImages: true };
const facts = { baseUrl: 'http://127.0.0.1:7333/v1', key: 'cw-key', model, now: new Date(0) };
const programOf = (id: string): ConfiguredProgram => configuredPrograms.find((program) => program.id === id) ?? expect.fail(id);
const plan = (id: string, before: string | null) => must(planSetUp(programOf(id), '/file', before, facts));

test.each(configuredPrograms.map((program) => [program.id, program] as const))(
  'reads back what it writes for %s',
  (id, { entry, read, takesKeyElsewhere }) => {
    const found = readJsonc(plan(id, null).after, entry);
    expect(read(found as never)).toEqual({ baseUrl: facts.baseUrl, key: takesKeyElsewhere ? '' : 'cw-key', model: 'oss' });
  },
);

const linux = { home: '/h', environment: {}, platform: 'linux' as const };
const mac = { ...linux, platform: 'darwin' as const };
test.each([
  ['cline', linux, '/h/.cline/data'],
  ['cline', { ...linux, environment: { CLINE_DATA_DIR: '/d' } }, '/d'],
  ['vscode', linux, '/h/.config/Code/User'],
  ['vscode', mac, '/h/Library/Application Support/Code/User'],
  ['zed', mac, '/h/.config/zed'],
  ['zed', { ...linux, environment: { XDG_CONFIG_HOME: '/x' } }, '/x/zed'],
  ['pi', linux, '/h/.pi/agent'],
])('knows where %s has its files', (id, folders, folder) => expect(programOf(id).folder(folders)).toBe(folder));

test('chooses itself in Cline, and leaves the other providers and a newer version as they are', () => {
  const before = '{ "version": 2, "lastUsedProvider": "cline", "providers": { "cline": { "settings": {} } } }';
  expect(JSON.parse(plan('cline', before).after)).toMatchObject({
    version: 2,
    lastUsedProvider: 'openai-compatible',
    providers: { cline: { settings: {} }, 'openai-compatible': { settings: { contextWindow: 131_072 }, tokenSource: 'manual' } },
  });
});

test('leaves room for the answer in VS Code, and names all capabilities in Zed', () => {
  expect(JSON.parse(plan('vscode', '[]').after)[0]).toMatchObject({
    vendor: 'customendpoint',
    models: [{ url: `${facts.baseUrl}/chat/completions`, maxInputTokens: 99_072, maxOutputTokens: 32_000 }],
  });
  expect(readJsonc(plan('zed', '{}').after, ['language_models', 'openai_compatible', 'Causeway', 'available_models'])).toEqual([
    { name: 'oss', max_tokens: 131_072, capabilities: { tools: true, images: true, parallel_tool_calls: true, prompt_cache_key: false } },
  ]);
});

// Catches a key of another service that reaches the page.
test('shows the lines that differ, without the secrets in them', () => {
  const before = '{\n  "theme": "One", // mine\n  "providers": {\n    "causeway": { "apiKey": "secret-of-mine-0123" }\n  }\n}\n';
  const { difference } = plan('pi', before);
  expect(difference[0]).toEqual({ isAdded: false, text: '    "causeway": { "apiKey": "[redacted]" }' });
  expect(difference.map(({ text }) => text).join('\n')).not.toMatch(/secret-of-mine|theme|cw-key/);
});
