import { describe, expect, test } from 'vitest';
import {
  checkCommandTemplate,
  fillCommand,
  checkHttpTemplate,
  fillBody,
  fillUrl,
} from '../../../electron/core/tools/bindings/templates.ts';
import type { ToolBinding } from '../../../electron/contract/tool.ts';
import { patternSteps } from '../../support/pattern-steps.ts';

type Http = Extract<ToolBinding, { kind: 'http' }>;
const http = (change: Partial<Http>): Http => ({
  kind: 'http',
  method: 'GET',
  url: 'https://a.example/',
  headers: [],
  body: null,
  ...change,
});

describe('addresses', () => {
  test.each([
    ['https://a.example/x/{{id}}', { id: 'a/b?c#d' }, 'https://a.example/x/a%2Fb%3Fc%23d'],
    ['https://a.example/?q={{q}}&n={{n}}', { q: 'a&b=c', n: 3 }, 'https://a.example/?q=a%26b%3Dc&n=3'],
    ['https://a.example/?q={{q}}', {}, 'https://a.example/?q='],
    ['https://a.example/?q={{q}}', { q: '{{n}}', n: 1 }, 'https://a.example/?q=%7B%7Bn%7D%7D'],
    ['https://a.example?q={{q}}', { q: '\ud800' }, 'https://a.example/?q=%EF%BF%BD'],
    ['https://a.example/{{__proto__}}', {}, 'https://a.example/'],
  ])('keeps each value in its own part of the address: %s', (template, values, filled) =>
    expect(fillUrl(template, values)).toEqual({ ok: true, value: filled }),
  );

  // "/users/../admin" is not the address that the user wrote.
  test.each([
    ['https://a.example/x/{{id}}/y', { id: '..' }],
    ['https://a.example/x/{{id}}', { id: '.' }],
    ['https://a.example/x/.{{id}}/y', { id: '.' }],
    ['https://a.example/x/{{a}}{{b}}/y', { a: '.', b: '.' }],
    ['https://a.example/x/%2e{{id}}/y', { id: '.' }],
  ])('can’t leave the path: %s', (template, values) => expect(fillUrl(template, values).ok).toBe(false));

  test.each([
    'ftp://a.example/',
    'file:///etc/passwd',
    'https://{{host}}/',
    'https://a.{{x}}/',
    'https://a.example:{{port}}/',
    '{{scheme}}://a.example/',
    'https://user:pw@a.example/',
    'https://a.example\\@b.example/',
    'https://a.example/ x',
    'https://a.example/#{{x}}',
    'https://',
    'a.example',
  ])('rejects %s when it is defined', (url) =>
    expect(checkHttpTemplate(http({ url }))).toMatchObject({ ok: false, failure: { code: 'invalid-input' } }),
  );
});

describe('bodies', () => {
  const values = { q: 'a "b"\n', n: 3, list: [1] };

  test('inserts a value as JSON outside a string and as its text inside one', () => {
    const body = fillBody(http({ method: 'POST', body: '{"a": {{q}}, "b": "x {{q}}", "c": {{n}}, "d": {{list}}, "e": {{none}}}' }), values);
    expect(JSON.parse(body ?? '')).toEqual({ a: 'a "b"\n', b: 'x a "b"\n', c: 3, d: [1], e: null });
  });

  test('doesn’t end a string at an escaped quote', () => {
    const body = fillBody(http({ method: 'POST', body: '{"a": "\\"{{q}}"}' }), values);
    expect(JSON.parse(body ?? '')).toEqual({ a: '"a "b"\n' });
  });

  test('encodes a form, and sends the arguments themselves without a body', () => {
    const headers = [{ name: 'Content-Type', value: 'application/x-www-form-urlencoded' }];
    expect(fillBody(http({ method: 'POST', headers, body: 'q={{q}}' }), { q: 'a&b' })).toBe('q=a%26b');
    expect(fillBody(http({ method: 'POST' }), values)).toBe(JSON.stringify(values));
    expect(fillBody(http({ method: 'GET' }), values)).toBeUndefined();
  });

  test.each([
    [http({ method: 'POST', body: '{"a": x{{q}}}' }), 'tool-body-not-json'],
    [http({ method: 'GET', body: 'x' }), 'tool-body-not-allowed'],
    [http({ headers: [{ name: 'Host', value: 'b.example' }] }), 'tool-header-reserved'],
    [http({ headers: [{ name: 'X', value: 'a\r\nY: b' }] }), 'tool-header-invalid'],
    [http({ headers: [{ name: 'X Y', value: 'a' }] }), 'tool-header-invalid'],
  ])('rejects a request that can’t work when it is defined (%#)', (binding, reason) =>
    expect(checkHttpTemplate(binding)).toMatchObject({ ok: false, failure: { code: 'invalid-input', reason } }),
  );
});

describe('commands', () => {
  test.each([
    [['echo', '{{a}}'], { a: 'x; rm -rf / $(y) `z`' }, ['echo', 'x; rm -rf / $(y) `z`']],
    [['echo', '--name={{a}}'], { a: 'b c --other' }, ['echo', '--name=b c --other']],
    [['echo', '{{a}}'], {}, ['echo', '']],
    [['echo', '{{a}}'], { a: -3 }, ['echo', '-3']],
    [['grep', '--', '{{a}}'], { a: '-v' }, ['grep', '--', '-v']],
    [['docker', 'ps', '--format', '{{.Name}}'], {}, ['docker', 'ps', '--format', '{{.Name}}']],
  ])('adds no argument for %j', (argv, values, filled) => expect(fillCommand(argv, values)).toEqual({ ok: true, value: filled }));

  test.each([
    [['git', 'log', '{{a}}'], { a: '--output=/etc/x' }],
    [['git', 'log', '{{a}}'], { a: '-3x' }],
    [['git', '{{a}}-{{b}}'], { a: '', b: 'x' }],
    [['echo', '{{a}}'], { a: 'x\0y' }],
  ])('rejects a value that would become an option for %j', (argv, values) => expect(fillCommand(argv, values).ok).toBe(false));

  test.each([[['{{program}}', 'x']], [[' ']], [['echo', '\0']]])('rejects %j when it is defined', (argv) =>
    expect(checkCommandTemplate(argv).ok).toBe(false),
  );
});

test.each(['a', 'a/', '/', '?', 'a?', '#'])('checks an address of repeated %j in linear time', (unit) => {
  const url = `https://${unit.repeat(600 / unit.length)}#\n`;
  expect(patternSteps(() => checkHttpTemplate(http({ url })))).toBeLessThan(60 * url.length);
  expect(checkHttpTemplate(http({ url })).ok).toBe(false);
});
