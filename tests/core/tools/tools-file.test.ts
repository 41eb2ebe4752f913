import { expect, onTestFinished, test, vi } from 'vitest';
import type { ToolBinding } from '../../../electron/contract/tool.ts';
import { readToolsFile, writeToolsFile } from '../../../electron/core/tools/tools-file.ts';
import { storedToolsSchema, type StoredServer, type StoredTools } from '../../../electron/core/tools/stored-tools.ts';
import { must } from '../../support/must.ts';
import { patternSteps } from '../../support/pattern-steps.ts';
import { draft } from '../../support/toolbox.ts';

const nothing: StoredTools = { tools: [], servers: [], allowedHosts: [] };

function written(url: string): string {
  return writtenBinding({ kind: 'http', method: 'GET', url, headers: [], body: null });
}

function writtenBinding(binding: ToolBinding): string {
  return writeToolsFile({ ...nothing, tools: [{ ...draft({ binding }), id: 'a', approvedHash: null }] });
}

function writtenServer(change: Partial<StoredServer>): string {
  const server = { name: 'Lab', transport: { kind: 'stdio', argv: ['lab'] }, isEnabled: true, id: 'a', approvedHash: null } as const;
  return writeToolsFile({ ...nothing, servers: [{ ...server, ...change }] });
}

function postBinding(body: string, type = 'application/json'): ToolBinding {
  return { kind: 'http', method: 'POST', url: 'https://a.example/', headers: [{ name: 'Content-Type', value: type }], body };
}

/** Returns the body as it is exported, after checking that the file can be imported. */
function exportedBody(body: string, type?: string): string | null {
  const { tools } = must(readToolsFile(writtenBinding(postBinding(body, type)), nothing));
  const [binding] = tools.map((tool) => tool.binding);
  return binding?.kind === 'http' ? binding.body : null;
}

test.each(['?', '&', '?a', '=', '?=', '#?'])('writes an address of repeated %j in linear time', (unit) => {
  const steps = (length: number): number => patternSteps(() => written(`https://a.example/${unit.repeat(length / unit.length)}`));
  expect(steps(600)).toBeLessThan(4.5 * steps(150));
});

test('matches a parameter by its whole name at any position (catches a secret behind a second question mark)', () => {
  expect(written('https://a.example/?a?token=hush#?sig=hush')).toContain('"https://a.example/?a?token=#?sig="');
  expect(written('https://a.example/?a?key=rain&b')).toContain('"https://a.example/?a?key=rain&b"');
});

test('compares each name of a file of tools with one name once (catches an import that compares all for each number)', () => {
  const file = JSON.parse(written('https://a.example/')) as { tools: unknown[] };
  const comparisons = (count: number): number => {
    const text = JSON.stringify({ ...file, tools: Array.from({ length: count }, () => file.tools[0]) });
    const lowered = vi.spyOn(String.prototype, 'toLowerCase');
    onTestFinished(() => lowered.mockRestore());
    const read = readToolsFile(text, nothing);
    const { length } = lowered.mock.calls;
    lowered.mockRestore();
    expect(read.ok).toBe(true);
    return length;
  };
  expect(comparisons(100)).toBeLessThan(20 * comparisons(25));
});

test('shortens a long name before it numbers it (catches a tools.json that counts as damaged)', () => {
  const text = writtenServer({ name: 'n'.repeat(80) });
  const twice = must(readToolsFile(text, must(readToolsFile(text, nothing))));
  expect(twice.servers.map(({ name }) => name)).toEqual(['n'.repeat(80), `${'n'.repeat(78)} 2`]);
  expect(storedToolsSchema.safeParse(twice).success).toBe(true);
});

test('rejects a file whose servers share an id', () => {
  const file = JSON.parse(writtenServer({})) as { servers: unknown[] };
  const text = JSON.stringify({ ...file, servers: [...file.servers, ...file.servers] });
  expect(readToolsFile(text, nothing)).toMatchObject({ ok: false, failure: { reason: 'tool-file-invalid', params: { at: 'servers' } } });
});

const command = ['env', 'API_KEY=hush', '--env=AWS_SECRET_ACCESS_KEY=hush', 'LANG=C', 'curl', '--token', 'hush', '--token', '{{city}}'];
const more = ['-H', 'X-Auth-Key: hush', '-H', 'Authorization: Bearer hush', 'https://a.example/?sig=hush&q=rain', '--password', '--fast'];
const clean = ['env', 'API_KEY=', '--env=AWS_SECRET_ACCESS_KEY=', 'LANG=C', 'curl', '--token', '', '--token', '{{city}}'];
const moreClean = ['-H', 'X-Auth-Key: ', '-H', 'Authorization: ', 'https://a.example/?sig=&q=rain', '--password', '--fast'];

test('doesn’t export the secrets of commands', () => {
  const [tool] = must(readToolsFile(writtenBinding({ kind: 'command', argv: [...command, ...more] }), nothing)).tools;
  expect(tool?.binding).toEqual({ kind: 'command', argv: [...clean, ...moreClean] });
  const [server] = must(readToolsFile(writtenServer({ transport: { kind: 'stdio', argv: [...command, ...more] } }), nothing)).servers;
  expect(server?.transport).toEqual({ kind: 'stdio', argv: [...clean, ...moreClean] });
});

test.each([
  ['{"api_key": "hush", "n": [1, {{city}}], "q": "{{city}}"}', '{"api_key": "", "n": [1, {{city}}], "q": "{{city}}"}'],
  ['{"token":12345,"access_token":"{{city}}","auth":{{city}}}', '{"token":"","access_token":"{{city}}","auth":{{city}}}'],
  ['{"secret":["hush","hush"],"max_tokens":5}', '{"secret":["",""],"max_tokens":5}'],
  [String.raw`{"log":"password=\"hush\", Bearer hush"}`, String.raw`{"log":"password=\"[redacted]\", Bearer [redacted]"}`],
])('doesn’t export the secrets of the JSON body %s', (body, exported) => expect(exportedBody(body)).toBe(exported));

test('doesn’t export the secrets of other bodies', () => {
  expect(exportedBody('key=hush&q={{city}}&token={{city}}', 'application/x-www-form-urlencoded')).toBe('key=&q={{city}}&token={{city}}');
  expect(exportedBody('Bearer hush for {{city}}', 'text/plain')).toBe('Bearer [redacted] for {{city}}');
});

test.each([
  'Give a basic overview of {{city}}',
  'Basic overview, then a bearer of news. Bearer tokens are explained later.',
  'query($token: String!, $password: String!) { login(token: $token) { id } }',
  'A secret: none, password: required, api_key: see above',
])('exports the ordinary text %j unchanged', (text) => {
  expect(exportedBody(text, 'text/plain')).toBe(text);
  expect(exportedBody(JSON.stringify({ query: text }))).toBe(JSON.stringify({ query: text }));
  expect(writtenBinding({ kind: 'command', argv: ['say', text] })).toContain(JSON.stringify(text));
});

test.each([
  ['bearer a1b2c3d4e5f6a7b8', 'bearer [redacted]'],
  ['Basic YWRhOmxvdmVsYWNl', 'Basic [redacted]'],
  ['basic YTpi', 'basic [redacted]'],
  ['token: a1b2c3d4e5f6a7b8', 'token: [redacted]'],
  ['password: hunter2', 'password: [redacted]'],
  ['password: swordfish', 'password: [redacted]'],
  ['token: abcdefghijklmnopqrst', 'token: [redacted]'],
  ['login(token: "hush")', 'login(token: "[redacted]")'],
  ['secret = hush', 'secret = [redacted]'],
  ['Authorization: hush', 'Authorization: [redacted]'],
  ['cookie: id=hush', 'cookie: [redacted]'],
])('doesn’t export the secret in the text %j', (text, exported) => expect(exportedBody(text, 'text/plain')).toBe(exported));

test.each([
  ['https://ada:lovelace@a.example/x', 'https://[redacted]@a.example/x'],
  ['https://a.example/sk-abcdefgh1234/rain', 'https://a.example/[redacted]/rain'],
  ['https://{{city}}:{{city}}@a.example/', 'https://{{city}}:{{city}}@a.example/'],
])('doesn’t export the secret in the address %s', (url, exported) => {
  expect(written(url)).toContain(JSON.stringify(exported));
  expect(writtenServer({ transport: { kind: 'http', url } })).toContain(JSON.stringify(exported));
});

test('doesn’t export the password after the option for a user', () => {
  const argv = ['curl', '-u', 'ada:hush', '--proxy-user', 'ada:hush', '--user=ada:hush', '--user', 'ada', '-u', '{{city}}:{{city}}'];
  expect(writtenBinding({ kind: 'command', argv })).not.toContain('hush');
  const kept = ['docker', '-u', '1000:1000', '-u', 'https://a.example/', '-u', '{{city}}:{{city}}'];
  const [tool] = must(readToolsFile(writtenBinding({ kind: 'command', argv: kept }), nothing)).tools;
  expect(tool?.binding).toEqual({ kind: 'command', argv: kept });
});

test.each(['"', '\\"', '{{', '[', 'token":', ':', ' ', '-', '=', 'a=', '-a'])('removes secrets from repeated %j in linear time', (unit) => {
  const text = unit.repeat(600 / unit.length);
  expect(patternSteps(() => writtenBinding(postBinding(`"${text}`)))).toBeLessThan(100 * text.length);
  expect(patternSteps(() => writtenBinding({ kind: 'command', argv: ['a', text, text] }))).toBeLessThan(100 * text.length);
});
