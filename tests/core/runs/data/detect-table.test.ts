import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { detectOptions, detectTable } from '../../../../electron/core/runs/data/detect-table.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { csvOptions, readDetected, readText } from './read-all.ts';

const swapped = (bytes: Buffer): Buffer => Buffer.from(bytes).swap16();

describe('encoding of a table', () => {
  const text = 'name,text\nZoë,"Größe, naïve café"\nÅsa,“quoted” – 5 €\n';
  const rows = [
    { name: 'Zoë', text: 'Größe, naïve café' },
    { name: 'Åsa', text: '“quoted” – 5 €' },
  ];
  const windows1252 = Buffer.from(
    text.replaceAll('“', '\u0093').replaceAll('”', '\u0094').replaceAll('–', '\u0096').replaceAll('€', '\u0080'),
    'latin1',
  );

  it.each([
    ['UTF-8', 'utf-8', Buffer.from(text)],
    ['UTF-8 with a mark', 'utf-8', Buffer.from(`\uFEFF${text}`)],
    ['UTF-16 LE with a mark', 'utf-16le', Buffer.from(`\uFEFF${text}`, 'utf16le')],
    ['UTF-16 BE with a mark', 'utf-16be', swapped(Buffer.from(`\uFEFF${text}`, 'utf16le'))],
    ['UTF-16 LE without a mark', 'utf-16le', Buffer.from(text, 'utf16le')],
    ['UTF-16 BE without a mark', 'utf-16be', swapped(Buffer.from(text, 'utf16le'))],
    ['Windows-1252', 'windows-1252', windows1252],
  ])('detects %s', async (_, encoding, bytes) => {
    expect(detectOptions(bytes, 'table.csv')).toEqual({ ...csvOptions, encoding });
    const read = await readDetected(bytes);
    expect(read.columns).toEqual(['name', 'text']);
    expect(read.rows.map(({ values }) => values)).toEqual(rows);
    expect(read.problems).toEqual([]);
  });

  it('detects Latin-1 with few accented letters', async () => {
    const { rows } = await readDetected(Buffer.from('id,text\n1,"Das Gerät läuft nicht"\n2,voilà\n', 'latin1'));
    expect(rows.map(({ values }) => values['text'])).toEqual(['Das Gerät läuft nicht', 'voilà']);
  });

  it('detects encodings of Japanese and Russian text', async () => {
    // “日本語の文章です。これはテストです。” and “Это проверка русского текста” in legacy encodings
    const japanese = '93fa967b8cea82cc95b68fcd82c582b7814282b182ea82cd836583588367 82c582b78142'.replaceAll(' ', '');
    const head = Buffer.concat([Buffer.from('a,b\n1,'), Buffer.from(japanese.repeat(20), 'hex'), Buffer.from('\n')]);
    expect(detectOptions(head, 'table.csv')?.encoding).toBe('shift_jis');
    const russian = Buffer.from(Array.from('Это проверка русского текста и ещё немного слов ', toWindows1251));
    const table = Buffer.concat([Buffer.from('a,b\n1,'), ...Array.from({ length: 20 }, () => russian), Buffer.from('\n')]);
    expect(detectOptions(table, 'table.csv')?.encoding).toBe('windows-1251');
  });

  it('detects UTF-8 when the head ends inside a character', () => {
    expect(detectOptions(Buffer.from('a,b\n1,é').subarray(0, -1), 'table.csv')?.encoding).toBe('utf-8');
  });

  it('reports an encoding that does not exist', async () => {
    const { problems } = await readText('a\n1\n', { encoding: 'utf-99' });
    expect(problems).toEqual([{ kind: 'unknown-encoding', effect: 'stopped', encoding: 'utf-99' }]);
  });
});

function toWindows1251(letter: string): number {
  if (letter === 'ё') return 0xb8;
  const code = letter.codePointAt(0) ?? 0;
  return code < 128 ? code : code - 0x410 + 0xc0;
}

describe('format of a table', () => {
  it.each([
    ['a,b\n1,2\n', 'x.csv', { format: 'csv', delimiter: ',', hasHeader: true }],
    ['a;b\n1,5;2\n3,5;4\n', 'x.csv', { format: 'csv', delimiter: ';' }],
    ['a\tb\n1\t2\n', 'x.txt', { format: 'tsv', delimiter: '\t' }],
    ['only\none\n', 'x.tsv', { format: 'tsv', delimiter: '\t' }],
    ['a|b\n1|2\n', 'x.txt', { format: 'csv', delimiter: '|' }],
    ['only\none\n', 'x.csv', { format: 'csv', delimiter: ',', hasHeader: true }],
    ['1,2\n3,4\n', 'x.csv', { format: 'csv', hasHeader: false }],
    ['{"a":1}\n{"a":2}\n', 'x.txt', { format: 'jsonl' }],
    [' [\n{"a":1}]', 'x.csv', { format: 'json' }],
    ['{"custom_id":"1","method":"POST","url":"/v1/chat/completions","body":{}}\n', 'x.jsonl', { format: 'openai-batch' }],
    ['{"a":{"0":1,"1":2},"b":{"0":"x","1":"y"}}', 'x.json', { format: 'json' }],
    ['{\n  "a": {\n    "x": 1\n  }\n}\n', 'x.json', { format: 'json' }],
    ['{"a":{"0":1,"1":2},"b":{"0":"x",', 'x.json', { format: 'json' }],
    ['{"a":{"0":1}}\n{"a":{"0":2}}\n', 'x.json', { format: 'jsonl' }],
    ['{"a":1}', 'x.json', { format: 'jsonl' }],
    ['[note],b\n1,2\n', 'x.csv', { format: 'csv' }],
    ['PK\u0003\u0004', 'x.csv', { format: 'xlsx' }],
  ])('detects the format of %j', (content, name, expected) => expect(detectOptions(Buffer.from(content), name)).toMatchObject(expected));

  it('detects no format in an empty or blank file', async () => {
    const file = path.join(await temporaryFolder(), 'x.csv');
    for (const content of ['', ' \n\r\n\t', '\uFEFF']) {
      await writeFile(file, content);
      expect(await detectTable(file)).toEqual({ kind: 'problem', problem: { kind: 'empty', effect: 'stopped' } });
    }
  });

  it('reports a file that can’t be opened and an invalid workbook', async () => {
    const folder = await temporaryFolder();
    expect(await detectTable(path.join(folder, 'none.csv'))).toMatchObject({ problem: { kind: 'unreadable-file' } });
    await writeFile(path.join(folder, 'x.xlsx'), 'PK\u0003\u0004 and then something else');
    expect(await detectTable(path.join(folder, 'x.xlsx'))).toMatchObject({ problem: { kind: 'not-a-workbook' } });
  });
});
