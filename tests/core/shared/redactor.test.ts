import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createRedactor, secretPatterns } from '../../../electron/core/shared/redactor.ts';
import { hostileText, secretWords } from '../../support/hostile-text.ts';
import { regExpSteps } from '../../support/regexp-steps.ts';

/** Generates tokens and passwords: no spaces, no quotes, too long to be an ordinary word. */
const secret = fc.stringMatching(/^[A-Za-z0-9_.~+/!@#$%^*-]{12,60}$/).filter((text) => !/^[a-z]+$/i.test(text));
/** Generates passwords that a person may choose. */
const anything = fc.string({ unit: 'grapheme', minLength: 8, maxLength: 40 });

function written(value: unknown, learnt: readonly string[] = []): string {
  const redactor = createRedactor();
  for (const each of learnt) redactor.learn(each);
  return JSON.stringify(redactor.redact(value));
}

describe('redacts a secret', () => {
  test('under a revealing key, at any depth', () => {
    const key = fc.constantFrom(
      'token',
      'apiKey',
      'api_key',
      'password',
      'passphrase',
      'Authorization',
      'privateKey',
      'client_secret',
      'Set-Cookie',
    );
    fc.assert(
      fc.property(key, secret, (name, value) => {
        expect(written({ a: [{ b: { [name]: value } }] })).not.toContain(value);
      }),
    );
  });

  test('in an authorization header or assignment inside a text', () => {
    const shape = fc.constantFrom(
      (value: string) => `GET / HTTP/1.1\r\nAuthorization: Bearer ${value}\r\nAccept: */*`,
      (value: string) => `authorization: bearer ${value}`,
      (value: string) => `curl -H "Authorization: Bearer ${value}" https://example.org`,
      (value: string) => `https://example.org/?api_key=${encodeURIComponent(value)}&x=1`,
      (value: string) => `OPENAI_API_KEY=${value.replaceAll(/[&;,]/g, '')}`,
    );
    fc.assert(
      fc.property(shape, secret, (wrap, value) => {
        expect(written(wrap(value))).not.toContain(encodeURIComponent(value));
        expect(written(wrap(value))).not.toContain(value);
      }),
    );
  });

  test('that was registered, in any of its forms, anywhere', () => {
    const form = fc.constantFrom(
      (value: string) => value,
      (value: string) => encodeURIComponent(value.toWellFormed()),
      (value: string) => Buffer.from(value).toString('base64'),
    );
    fc.assert(
      fc.property(anything, form, (value, encode) => {
        fc.pre(!'[redacted]'.includes(value));
        const hidden = encode(value);
        const redacted = createRedactor();
        redacted.learn(value);
        expect(redacted.redact({ note: `before ${hidden} after`, list: [hidden] })).not.toEqual({
          note: `before ${hidden} after`,
          list: [hidden],
        });
        expect(String(redacted.redact(`x${hidden}y`))).not.toContain(hidden);
      }),
    );
  });

  test('that is a private key, complete or cut off', () => {
    const key = `-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXktdjEAAAAABG5vbmU\n-----END OPENSSH PRIVATE KEY-----`;
    expect(written(`read ${key} done`)).toBe('"read [redacted] done"');
    expect(written(key.slice(0, 60))).toBe('"[redacted]"');
  });

  test('that is a JSON web token, also after other parts with dots', () => {
    const token = 'eyJhbGciOi.eyJzdWIiOiI.c2lnbmF0dXJl';
    expect(written(`got ${token}, then host-name.${token}.more and x-${token}`)).toBe(
      '"got [redacted], then host-name.[redacted].more and x-[redacted]"',
    );
    expect(written('see eyJust.a.sentence and some.file.name-of-mine.txt')).toBe('"see eyJust.a.sentence and some.file.name-of-mine.txt"');
  });

  test('in an error, its cause or its stack', () => {
    const error = new Error('refused: Authorization: Bearer abcdefgh12345678', { cause: new Error('token=abcdefgh12345678') });
    expect(written({ error })).not.toContain('abcdefgh12345678');
  });

  test('in a proxy’s URL', () => {
    expect(written('via http://ada:lovelace1815@proxy.example:3128/')).toBe('"via http://[redacted]@proxy.example:3128/"');
  });
});

test('shows whether a secret was given, and doesn’t redact token counts', () =>
  expect(createRedactor().redact({ password: true, token: null, max_tokens: 512, tokensPerSecond: 83 })).toEqual({
    password: true,
    token: null,
    max_tokens: 512,
    tokensPerSecond: 83,
  }));

test('ends for a value that refers to itself', () => {
  const value: Record<string, unknown> = { name: 'x' };
  value['self'] = value;
  expect(createRedactor().redact(value)).toEqual({ name: 'x', self: '[circular]' });
});

test('takes linear time for any text', () =>
  fc.assert(
    fc.property(hostileText(secretWords, 1500), (text) => {
      for (const [pattern] of secretPatterns) expect(regExpSteps(pattern, text), String(pattern)).toBeLessThan(40 * text.length);
    }),
    { numRuns: 300 },
  ));
