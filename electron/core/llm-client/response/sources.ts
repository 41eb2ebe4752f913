import { fieldsOf, listOf, textOf } from '../../../contract/json.ts';

/** The proxy tells what it looked up before the answer begins; kept as one line for the reader. */
export function readSources(value: unknown): string | undefined {
  const names = listOf(value)
    .map((item) => {
      const fields = fieldsOf(item);
      const source = fieldsOf(fields?.['source']);
      return textOf(source?.['name']) || textOf(source?.['url']) || textOf(fields?.['name']) || textOf(fields?.['source']);
    })
    .filter((name) => name !== '');
  return names.length > 0 ? `Sources: ${[...new Set(names)].join(', ')}` : undefined;
}
