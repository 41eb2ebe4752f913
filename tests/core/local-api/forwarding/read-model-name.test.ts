import { expect, test } from 'vitest';
import { readModelName, readMultipartModel } from '../../../../electron/core/local-api/forwarding/read-model-name.ts';
import { seeded } from '../../../support/seeded.ts';

const read = (text: string): string => {
  const name = readModelName(Buffer.from(text));
  return name.kind === 'named' ? name.model : `(${name.kind})`;
};

test('finds the top-level model at any position, and only there', () => {
  expect(read('{"model":"m"}')).toBe('m');
  expect(
    read(' \r\n\t{ "messages" : [ {"model":"inner"} , "}\\"]" ], "n":1e400,"t":true,"x":null,"s":"a\\\\", "model"\n:\t"m" , "rest'),
  ).toBe('m');
  expect(read('{"metadata":{"model":"inner"}}')).toBe('(absent)');
  expect(read('{"a":"\\"model\\":\\"x\\"","b":[[{"c":"]"}]]}')).toBe('(absent)');
  expect(read('{"\\u006dodel":"m"}')).toBe('m');
  expect(read('{"model":"caf\\u00e9/é"}')).toBe('café/é');
});

test('distinguishes bodies that are no object from those without a model name', () => {
  for (const text of ['', '[]', '"model"', '{', '{"model"', '{"model":', '{"model":"m', '{"a":[}', '{model:1}', '\0', '{"a" "b"}'])
    expect(read(text), text).toBe('(not-json)');
  for (const text of ['{}', '{"model":""}', '{"model":7}', '{"model":null}', '{"model":{"a":"b"}}', '{"a":1}'])
    expect(read(text), text).toBe('(absent)');
});

test('agrees with JSON.parse on objects of every shape', () => {
  const next = seeded(7);
  const random = (below: number): number => Math.floor(next() * below);
  const text = (): string => Array.from({ length: random(6) }, () => '"\\{}[],:é\n m'[random(11)] ?? '').join('');
  const value = (depth: number): unknown => {
    switch (random(depth > 3 ? 4 : 6)) {
      case 0:
        return text();
      case 1:
        return random(1000) / 7;
      case 2:
        return [true, false, null][random(3)];
      case 3:
        return -random(10);
      case 4:
        return Array.from({ length: random(4) }, () => value(depth + 1));
      default:
        return Object.fromEntries(Array.from({ length: random(4) }, () => [random(3) === 0 ? 'model' : text(), value(depth + 1)]));
    }
  };
  for (let at = 0; at < 5_000; at += 1) {
    const object: Record<string, unknown> = { [text()]: value(0), [text()]: value(0), ...(random(2) ? { model: value(0) } : {}) };
    const written = JSON.stringify(object, null, random(3));
    const model = object['model'];
    expect(read(written), written).toBe(typeof model === 'string' && model !== '' ? model : '(absent)');
  }
});

test('finds the model field of a form at any position, and never in a file', () => {
  const type = 'multipart/form-data; boundary="-x-"';
  const part = (disposition: string, value: string): string =>
    `---x-\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${value}\r\n`;
  const form = (...parts: readonly string[]): Buffer => Buffer.from(`${parts.join('')}---x---\r\n`);
  const file = part('name="file"; filename="a"', 'name="model"\r\n\r\nnot-me');
  expect(readMultipartModel(form(file, part('name="model"', 'whisper')), type)).toEqual({ kind: 'named', model: 'whisper' });
  expect(readMultipartModel(form(part('name=model', ' whisper ')), 'multipart/form-data; boundary=-x-')).toEqual({
    kind: 'named',
    model: 'whisper',
  });
  expect(readMultipartModel(form(part('name="model"; filename="x"', 'a'), file), type)).toEqual({ kind: 'absent' });
  expect(readMultipartModel(form(part('name="model"', '')), type)).toEqual({ kind: 'absent' });
  for (const cut of [Buffer.from(''), form(file).subarray(0, 40), Buffer.from('---x-')])
    expect(readMultipartModel(cut, type)).toEqual({ kind: 'absent' });
  expect(readMultipartModel(form(part('name="model"', 'a')), 'multipart/form-data')).toEqual({ kind: 'absent' });
});
