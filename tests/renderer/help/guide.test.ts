import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../../build/set-up/places.mjs';
import { guide, parseGuide, searchGuide } from '../../../renderer/help/help.ts';

test('splits the guide at its headings', () =>
  expect(parseGuide('# First one\n\nText.\n\n# Second\n\nMore.\n')).toEqual([
    { id: 'first-one', title: 'First one', text: 'Text.' },
    { id: 'second', title: 'Second', text: 'More.' },
  ]));

test('finds the parts with every word, titles first', () => {
  const parts = parseGuide('# Chat\n\nAbout a tunnel and keys.\n\n# The tunnel\n\nHow to open it.\n\n# Keys\n\nOther.\n');
  expect(searchGuide(parts, 'tunnel').map(({ title }) => title)).toEqual(['The tunnel', 'Chat']);
  expect(searchGuide(parts, ' TUNNEL  keys ').map(({ title }) => title)).toEqual(['Chat']);
  expect(searchGuide(parts, 'nothing')).toEqual([]);
  expect(searchGuide(parts, '')).toEqual(parts);
});

// catches a guide that says one thing in the README and another in the window
test('says the same in the README as in the window', () => {
  const readme = readFileSync(path.join(root, 'README.md'), 'utf8');
  const section = /^## Using it\n(.*?)^## /ms.exec(readme)?.[1] ?? '';
  const withoutPictures = section.replaceAll(/^!\[.*\n\n/gm, '').replaceAll(/^### /gm, '# ');
  expect(parseGuide(withoutPictures)).toEqual(guide.slice(0, 6));
});
