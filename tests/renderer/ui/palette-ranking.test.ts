import { describe, expect, test } from 'vitest';
import { rankItems } from '../../../renderer/ui/palette-ranking.ts';

const items = [
  { title: 'Go to Settings' },
  { title: 'Show logs', keywords: ['folder'] },
  { title: 'Save support bundle…', keywords: ['report', 'bug'] },
  { title: 'Reset layout' },
  { title: 'Toggle sidebar' },
  { title: 'Ouvrir le résumé' },
];
const titles = (query: string) => rankItems(items, query).map((item) => item.title);

describe('rankItems', () => {
  test('keeps all items in order for an empty query (catches a shuffled first view)', () =>
    expect(titles('  ')).toEqual(items.map((item) => item.title)));

  test('ranks the start of a word above the middle of one (catches "Reset" before "Settings")', () =>
    expect(titles('set').slice(0, 2)).toEqual(['Go to Settings', 'Reset layout']));

  test('ranks the title above a keyword (catches hidden words winning over visible ones)', () =>
    expect(rankItems([{ title: 'Z', keywords: ['logs'] }, { title: 'Show logs' }], 'logs')[0]?.title).toBe('Show logs'));

  test('requires every word, in any order (catches "any word" search)', () => {
    expect(titles('bundle save')).toEqual(['Save support bundle…']);
    expect(titles('save nothing')).toEqual([]);
  });

  test.each([
    ['bug', 'Save support bundle…'],
    ['RESUME', 'Ouvrir le résumé'],
    ['tsb', 'Toggle sidebar'],
  ])('"%s" finds "%s" (catches missing keywords, case, accents and initials)', (query, title) => expect(titles(query)).toContain(title));
});
