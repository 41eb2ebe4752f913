import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { curlCode, pythonCode, typescriptCode, type SentRequest } from '../../../electron/core/chat/code-export/request-code.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const run = promisify(execFile);
const limits = { maxBuffer: 64 * 1024 * 1024 };

/** Texts that have broken quoting before. */
const nasty = [
  `it's "quoted" \\ and \\' \\n`,
  '$HOME `id` $(id) !! %s ${x}',
  'line\nbreak\r\ttab\0nul\u2028\u2029\u0085',
  'half \ud800 and \udc00 halves, 🜁 whole',
  'END_OF_BODY\nEND_OF_BODY',
  `'''"""#{x} {{y}}`,
  '-- @file &amp; <b>',
];
const base = 'https://models.example.org/api/';
const text = fc.oneof(fc.constantFrom(...nasty), fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' }));
const fields = fc.dictionary(
  fc.oneof(fc.constantFrom('top_k', '__proto__', 'guided json', '9'), text),
  fc.jsonValue({ stringUnit: 'binary' }),
  { maxKeys: 4 },
);
const message = fc.record({ role: fc.constantFrom('system', 'user', 'assistant'), content: text });
const request: fc.Arbitrary<SentRequest> = fc
  .record({
    model: text,
    messages: fc.array(message, { minLength: 1, maxLength: 3 }),
    temperature: fc.double({ noNaN: true, noDefaultInfinity: true }),
    stream: fc.boolean(),
    fields,
  })
  .map(({ fields: extra, ...named }) => ({ base, endpoint: 'chat/completions', hasKey: true, body: asSent({ ...named, ...extra }) }));
const prototypes = '{"model":"m","messages":[],"__proto__":{"a":1},"response_format":{"__proto__":[null,true]}}';
const samples: readonly SentRequest[] = [
  { base, endpoint: 'chat/completions', hasKey: true, body: JSON.parse(prototypes) as SentRequest['body'] },
  ...fc.sample(request, { numRuns: 60, seed: 20 }),
];

/** As stored in the history. */
function asSent(body: object): Readonly<Record<string, unknown>> {
  return JSON.parse(JSON.stringify(body)) as Readonly<Record<string, unknown>>;
}

/** Ignores the order of a request's fields, which has no meaning. */
function sorted(body: unknown): string {
  return JSON.stringify(Object.entries(body as object).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

const bodies = samples.map(({ body }) => sorted(body));

test('passes the exact body to curl, whatever is in it, and the key from the environment', async () => {
  const fake = `curl() { printf '%s\\0' "$@"; printf '\\0'; }\n`;
  const { stdout } = await run('sh', ['-c', fake + samples.map(curlCode).join('\n')], {
    ...limits,
    env: { ...process.env, CAUSEWAY_API_KEY: 's3cret' },
  });
  const calls = stdout
    .split('\0\0')
    .slice(0, -1)
    .map((call) => call.split('\0'));
  expect(calls.map((argv) => argv.slice(0, -1))).toEqual(
    samples.map(({ body }) => [
      ...(body['stream'] === true ? ['--no-buffer'] : []),
      'https://models.example.org/api/chat/completions',
      '-H',
      'Authorization: Bearer s3cret',
      '-H',
      'Content-Type: application/json',
      '--data-raw',
    ]),
  );
  expect(calls.map((argv) => argv.at(-1))).toEqual(samples.map(({ body }) => JSON.stringify(body)));
});

test('passes a body that is too long for an argument by standard input', async () => {
  const body = { model: 'm', messages: [{ role: 'user', content: `${nasty.join('\n')}${'x'.repeat(300_000)}` }] };
  const code = curlCode({ base: 'https://models.example.org/b/v1/', endpoint: 'chat/completions', hasKey: false, body });
  expect(code).not.toContain('Authorization');
  const pending = run('sh', ['-s'], limits);
  pending.child.stdin?.end(`curl() { cat; }\n${code}`);
  const { stdout } = await pending;
  expect(stdout).toBe(`${JSON.stringify(body)}\n`);
});

const fakePython = `
import json, sys, types
heard = []
class Fake:
    def __init__(self, base_url, api_key):
        self.base_url, self.api_key = base_url, api_key
        self.chat = types.SimpleNamespace(completions=self)
        self.completions = self
    def create(self, *, model, messages=None, prompt=None, temperature=None, stream=None, response_format=None, extra_body=None):
        given = {"model": model, "messages": messages, "prompt": prompt, "temperature": temperature, "stream": stream, "response_format": response_format}
        heard.append([self.base_url, self.api_key, {**{k: v for k, v in given.items() if v is not None}, **(extra_body or {})}])
        said = types.SimpleNamespace(message=types.SimpleNamespace(content=""), delta=types.SimpleNamespace(content=None), text="")
        answer = types.SimpleNamespace(choices=[said])
        return [types.SimpleNamespace(choices=None), answer, types.SimpleNamespace(choices=[])] if stream else answer
sys.modules["openai"] = types.SimpleNamespace(OpenAI=Fake)
for program in json.load(sys.stdin):
    exec(compile(program, "copied", "exec"), {"print": lambda *_, **__: None})
print(json.dumps(heard))
`;

test('passes the exact body to the Python client, with unknown fields as extra ones', async () => {
  const pending = run('python3', ['-c', fakePython], { ...limits, env: { ...process.env, CAUSEWAY_API_KEY: 's3cret' } });
  pending.child.stdin?.end(JSON.stringify(samples.map(pythonCode)));
  const received = JSON.parse((await pending).stdout) as readonly (readonly [string, string, unknown])[];
  expect(received.map(([base, key]) => [base, key])).toEqual(samples.map(() => ['https://models.example.org/api/', 's3cret']));
  expect(received.map(([, , body]) => sorted(body))).toEqual(bodies);
});

test('passes the exact body to the TypeScript client, including a field called __proto__', async () => {
  const folder = await temporaryFolder();
  await mkdir(path.join(folder, 'node_modules/openai'), { recursive: true });
  await writeFile(path.join(folder, 'package.json'), '{"type":"module"}');
  await writeFile(path.join(folder, 'node_modules/openai/package.json'), '{"type":"module","exports":"./index.js"}');
  await writeFile(
    path.join(folder, 'node_modules/openai/index.js'),
    `export default class { constructor(options) { this.options = options; this.completions = this; this.chat = this; }
      async create(body) { (globalThis.heard ??= []).push([this.options.baseURL, this.options.apiKey, JSON.stringify(body)]); const piece = { choices: [] }; return body.stream ? [{}, piece] : piece; } }`,
  );
  await Promise.all(samples.map((sample, index) => writeFile(path.join(folder, `${index}.ts`), typescriptCode(sample))));
  await writeFile(
    path.join(folder, 'all.js'),
    `console.log = () => {}; for (let i = 0; i < ${samples.length}; i += 1) await import('./' + i + '.ts'); process.stdout.write(JSON.stringify(heard));`,
  );
  const { stdout } = await run(process.execPath, ['--no-warnings', path.join(folder, 'all.js')], {
    ...limits,
    env: { ...process.env, CAUSEWAY_API_KEY: 's3cret' },
  });
  const received = JSON.parse(stdout) as readonly (readonly [string, string, string])[];
  expect(received.map(([base, key]) => [base, key])).toEqual(samples.map(() => ['https://models.example.org/api/', 's3cret']));
  expect(received.map(([, , body]) => sorted(JSON.parse(body)))).toEqual(bodies);
});

const imageRequest = (text: string): SentRequest => ({
  base,
  endpoint: 'chat/completions',
  hasKey: true,
  body: asSent({
    model: 'm',
    messages: [
      {
        role: 'user',
        content: [
          { type: 'text', text },
          { type: 'image_url', image_url: { url: "data:image/png;base64,<it's/../$x.png>" } },
        ],
      },
      { role: 'user', content: text },
    ],
  }),
});
const fake = '"image_url":{"url":{"type":"image/png","file":"/etc/passwd"}} data:image/png;base64,</etc/passwd>';

test('reads only the files of images, by their names, whatever a text says (catches one that makes the code read a file)', async () => {
  const folder = await temporaryFolder();
  await writeFile(path.join(folder, "it's_.._$x.png"), 'content');
  const url = `data:image/png;base64,${Buffer.from('content').toString('base64')}`;
  for (const text of [...nasty, fake]) {
    const request = imageRequest(text);
    const sent = JSON.stringify(request.body).replace('data:image/png;base64,<it\'s/../$x.png>"}}', `${url}"}}`);
    const shell = run('sh', ['-s'], { ...limits, cwd: folder });
    shell.child.stdin?.end(`curl() { cat; }\n${curlCode(request)}`);
    expect((await shell).stdout).toBe(`${sent}\n`);
    const python = run('python3', ['-c', fakePython], { ...limits, cwd: folder, env: { ...process.env, CAUSEWAY_API_KEY: 's3cret' } });
    python.child.stdin?.end(JSON.stringify([pythonCode(request)]));
    const [[, , body] = []] = JSON.parse((await python).stdout) as readonly (readonly unknown[])[];
    expect(sorted(body)).toBe(sorted(JSON.parse(sent)));
    expect(typescriptCode(request)).not.toContain('image("/etc');
  }
});
