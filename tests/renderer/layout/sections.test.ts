import { expect, test } from 'vitest';
import { guide } from '../../../electron/core/demo/skills/guide.ts';
import { sectionInfo, sections } from '../../../renderer/layout/sections.ts';

test('lists the same section keys as the demo’s guide', () => {
  const keys = guide.flatMap(({ text }) => [...text.matchAll(/`Ctrl\+(\d)`/g)].map(([, key]) => key));
  expect([keys.at(0), keys.at(-1)]).toEqual([
    sectionInfo[sections[0]].shortcut.key,
    sections.map((each) => sectionInfo[each].shortcut.key).at(-1),
  ]);
});
