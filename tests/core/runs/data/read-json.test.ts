import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inPieces, csvOptions, readAll, readText } from './read-all.ts';

const jsonl = { format: 'jsonl' } as const;
const json = { format: 'json' } as const;
const batch = { format: 'openai-batch' } as const;

describe('readJsonLines', () => {
  it('reads strings unchanged, null as empty and other values as JSON', async () => {
    const { columns, rows } = await readText('{"a":"x","b":1,"c":null}\n\n{"a":"","d":{"e":[true]}}\n', jsonl);
    expect(columns).toEqual(['a', 'b', 'c', 'd']);
    expect(rows).toEqual([
      { number: 1, values: { a: 'x', b: '1', c: '' } },
      { number: 3, values: { a: '', d: '{"e":[true]}' } },
    ]);
  });

  it('keeps numbers as they are written (catches ids that are rounded)', async () => {
    const content = '{"id":1234567890123456789,"x":1.10,"big":1e400,"n":-0,"small":0.0000001,"in":{"é\\u00e9":[ 1.0, "2.0\\n" ]}}\n{"x":2}';
    const { rows } = await readText(content, jsonl);
    expect(rows.map(({ values }) => values)).toEqual([
      { id: '1234567890123456789', x: '1.10', big: '1e400', n: '-0', small: '0.0000001', in: '{"éé":[1.0,"2.0\\n"]}' },
      { x: '2' },
    ]);
  });

  it('reports lines that are no JSON, no object, too long or damaged, and continues', async () => {
    const content = `{"a":1}\n{"a":\n[1]\n{"a":"${'x'.repeat(200)}"}\n{"a":"x\\u0000y"}\n{"a":"last"}`;
    const { rows, problems } = await readText(content, jsonl, { lineLength: 100 });
    expect(rows.map(({ number }) => number)).toEqual([1, 5, 6]);
    expect(rows[1]?.values).toEqual({ a: 'x\uFFFDy' });
    expect(problems).toEqual([
      { kind: 'invalid-json', effect: 'row-skipped', number: 2 },
      { kind: 'not-an-object', effect: 'row-skipped', number: 3 },
      { kind: 'line-too-long', effect: 'row-skipped', number: 4, limit: 100 },
      { kind: 'nul-characters', effect: 'row-kept', number: 5 },
    ]);
  });

  it('skips values that nest as deeply as a line allows', async () => {
    const deep = `${'['.repeat(2_000_000)}${']'.repeat(2_000_000)}`;
    const { rows, problems } = await readText(`{"a":${deep}}\n{"a":1}\n`, jsonl);
    expect(rows).toEqual([{ number: 2, values: { a: '1' } }]);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatchObject({ effect: 'row-skipped', number: 1 });
  });

  it('stops at too many columns', async () => {
    const content = Array.from({ length: 10 }, (_, index) => JSON.stringify({ [`c${index}`]: 1 })).join('\n');
    const { rows, problems } = await readText(content, jsonl, { columns: 4 });
    expect(rows).toHaveLength(4);
    expect(problems).toEqual([{ kind: 'too-many-columns', effect: 'stopped', number: 5, limit: 4 }]);
  });
});

describe('readJson', () => {
  it('reads each element with its position, for any chunk size', async () => {
    const content = Buffer.from(' [ {"a":"é😀"}, {"b":"]}"} ,3,{"a":{"c":1}}]\n');
    for (let size = 1; size <= content.length; size += 1) {
      const { columns, rows, problems } = await readAll(inPieces(content, size), { ...csvOptions, ...json });
      expect(columns).toEqual(['a', 'b']);
      expect(rows).toEqual([
        { number: 1, values: { a: 'é😀' } },
        { number: 2, values: { b: ']}' } },
        { number: 4, values: { a: '{"c":1}' } },
      ]);
      expect(problems).toEqual([{ kind: 'not-an-object', effect: 'row-skipped', number: 3 }]);
    }
  });

  it('keeps the rows before a truncated end, and reports it', async () => {
    for (const end of ['{"a":2', '{"a":"', '', '{"a":2}']) {
      const { rows, problems } = await readText(`[{"a":1},${end}`, json);
      expect(rows).toEqual([{ number: 1, values: { a: '1' } }]);
      expect(problems).toEqual([{ kind: 'cut-off', effect: 'stopped', number: 2 }]);
    }
  });

  it('skips elements that are malformed, too large or too deep', async () => {
    const content = `[{"a":1},{"a" 2},{"a":"${'x'.repeat(1000)}"},{"a":${'['.repeat(300)}${']'.repeat(300)}},{"a":5}]`;
    const { rows, problems } = await readText(content, json, { lineLength: 800 });
    expect(rows.map(({ number }) => number)).toEqual([1, 5]);
    expect(problems.map(({ kind }) => kind)).toEqual(['invalid-json', 'line-too-long', 'nested-too-deeply']);
  });

  it('keeps numbers as they are written, for any chunk size', async () => {
    const content = '[{"id":1234567890123456789, "x":{"y":[1.10]}},{"id":1E5}]';
    for (let size = 1; size <= content.length; size += 1) {
      const { rows } = await readAll(inPieces(content, size), { ...csvOptions, ...json });
      expect(rows.map(({ values }) => values)).toEqual([{ id: '1234567890123456789', x: '{"y":[1.10]}' }, { id: '1E5' }]);
    }
  });

  it('stops at text after the array, for any chunk size (catches half of two joined files)', async () => {
    const content = '[{"id":1}]\n[{"id":2}]';
    for (let size = 1; size <= content.length; size += 1) {
      const { rows, problems } = await readAll(inPieces(content, size), { ...csvOptions, ...json });
      expect(rows).toEqual([{ number: 1, values: { id: '1' } }]);
      expect(problems).toEqual([{ kind: 'text-after-list', effect: 'stopped' }]);
    }
    expect((await readText('[{"id":1}] \r\n\t\n', json)).problems).toEqual([]);
  });

  it('rejects a file that is no array', async () => {
    for (const content of ['{"a":1}', '"x"', 'a,b\n1,2', '{"a":[1]}']) {
      expect((await readText(content, json)).problems).toEqual([{ kind: 'not-a-list', effect: 'stopped' }]);
    }
  });

  it('reports an array without elements as empty', async () => {
    for (const content of ['', '[]', ' [ ] '])
      expect((await readText(content, json)).problems).toEqual([{ kind: 'empty', effect: 'stopped' }]);
  });
});

describe('JSON written by columns', () => {
  // as pandas writes it by default
  const content = '{"id":{"0":1234567890123456789,"1":2},"te\\"xt":{"0":"a } \\\\","1":null}, "x" :{ "0":[1.0,{"a":"]"}] , "1":1e5}}\n';

  it('is read as a table, for any chunk size (catches a table that becomes one row)', async () => {
    for (let size = 1; size <= content.length; size += 1) {
      const { columns, rows, problems } = await readAll(inPieces(content, size), { ...csvOptions, ...json });
      expect(columns).toEqual(['id', 'te"xt', 'x']);
      expect(rows).toEqual([
        { number: 1, values: { id: '1234567890123456789', 'te"xt': 'a } \\', x: '[1.0,{"a":"]"}]' } },
        { number: 2, values: { id: '2', 'te"xt': '', x: '1e5' } },
      ]);
      expect(problems).toEqual([]);
    }
  });

  it('has the same rows as JSON Lines, whatever its values are', async () => {
    const table = fc
      .uniqueArray(
        fc.string({ minLength: 1 }).filter((name) => name === name.trim()),
        { minLength: 1, maxLength: 4 },
      )
      .chain((names) => fc.array(fc.tuple(...names.map(() => fc.jsonValue())), { minLength: 1 }).map((rows) => ({ names, rows })));
    await fc.assert(
      fc.asyncProperty(table, fc.constantFrom(0, 1, 4), async ({ names, rows }, indent) => {
        const field = (name: string, values: readonly unknown[]): string =>
          `${JSON.stringify(name)}: {${values.map((value, index) => `"${index}": ${JSON.stringify(value, null, indent)}`).join(', ')}}`;
        const byColumns = `{${names
          .map((name, at) =>
            field(
              name,
              rows.map((row) => row[at]),
            ),
          )
          .join(',\n')}}`;
        const line = (row: readonly unknown[]): string =>
          `{${names.map((name, at) => `${JSON.stringify(name)}:${JSON.stringify(row[at])}`).join(',')}}`;
        expect(await readText(byColumns, json)).toEqual(await readText(rows.map(line).join('\n'), jsonl));
      }),
    );
  });

  it('skips a row with an invalid value', async () => {
    const { rows, problems } = await readText('{"a":{"0":nope,"1":2}}', json);
    expect(rows).toEqual([{ number: 2, values: { a: '2' } }]);
    expect(problems).toEqual([{ kind: 'invalid-json', effect: 'row-skipped', number: 1 }]);
  });

  it('stops at a file that is too large for memory', async () => {
    expect((await readText(content, json, { columnsLength: 50 })).problems).toEqual([
      { kind: 'columns-too-large', effect: 'stopped', limit: 50 },
    ]);
  });

  it('stops at a file that begins with an endless name (catches an overflow of the stack)', async () => {
    const { problems } = await readText(`{"${'a'.repeat(2e7)}`, json, { columnsLength: 1.5e7 });
    expect(problems).toEqual([{ kind: 'not-a-list', effect: 'stopped' }]);
  });

  it('needs the same keys in every column', async () => {
    const contents = [
      '{"a":{"0":1},"b":{"1":2}}',
      '{"a":{"0":1},"b":{}}',
      '{"a":{"0":1},"b":2}',
      '{"a":{"0":1}}{"a":{"0":2}}',
      '{"a":{"0":1}',
    ];
    for (const other of contents) expect((await readText(other, json)).problems).toEqual([{ kind: 'not-a-list', effect: 'stopped' }]);
  });
});

describe('readBatch', () => {
  const line = (fields: object): string =>
    JSON.stringify({ custom_id: 'a', method: 'POST', url: '/v1/chat/completions', body: { model: 'm', messages: [] }, ...fields });

  it('reads four columns', async () => {
    const { columns, rows, problems } = await readText(`${line({})}\n${line({ custom_id: 'b', extra: 1 })}\n`, batch);
    expect(columns).toEqual(['custom_id', 'method', 'url', 'body']);
    expect(rows.map(({ values }) => values)).toEqual([
      { custom_id: 'a', method: 'POST', url: '/v1/chat/completions', body: '{"model":"m","messages":[]}' },
      { custom_id: 'b', method: 'POST', url: '/v1/chat/completions', body: '{"model":"m","messages":[]}' },
    ]);
    expect(problems).toEqual([]);
  });

  it('keeps the numbers of a body (catches a rounded seed)', async () => {
    const request = '{"custom_id":"a","method":"POST","url":"/v1/completions","body":{"seed":1234567890123456789,"top_p":1.0}}';
    const { rows } = await readText(request, batch);
    expect(rows[0]?.values['body']).toBe('{"seed":1234567890123456789,"top_p":1.0}');
  });

  it('reports lines without a valid request and repeated ids', async () => {
    const long = 'x'.repeat(500);
    const lines = [
      line({}),
      line({ custom_id: undefined }),
      line({ custom_id: '' }),
      line({ custom_id: 7 }),
      line({ custom_id: 'b', method: 'GET' }),
      line({ custom_id: 'b', url: null }),
      line({ custom_id: 'b', body: 'text' }),
      line({}),
      line({ custom_id: long }),
      line({ custom_id: long }),
      '{"custom_id":',
    ];
    const { rows, problems } = await readText(lines.join('\n'), batch);
    expect(rows.map(({ number }) => number)).toEqual([1, 9]);
    expect(
      problems.map((problem) => [problem.kind, 'field' in problem ? problem.field : 'number' in problem ? problem.number : 0]),
    ).toEqual([
      ['invalid-batch-line', 'custom_id'],
      ['invalid-batch-line', 'custom_id'],
      ['invalid-batch-line', 'custom_id'],
      ['invalid-batch-line', 'method'],
      ['invalid-batch-line', 'url'],
      ['invalid-batch-line', 'body'],
      ['duplicate-custom-id', 8],
      ['duplicate-custom-id', 10],
      ['invalid-json', 11],
    ]);
  });

  it('reports a file without lines as empty', async () => {
    expect((await readText('\n', batch)).problems).toEqual([{ kind: 'empty', effect: 'stopped' }]);
  });
});
