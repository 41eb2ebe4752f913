import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const folder = path.join(import.meta.dirname, '../../../renderer/runs');
const read = (...patterns: string[]) => globSync(patterns, { cwd: folder }).map((file) => readFileSync(path.join(folder, file), 'utf8'));

const classesUsed = (sources: readonly string[]) =>
  new Set(sources.flatMap((source) => Array.from(source.matchAll(/className="([^"]*)"/g), ([, names = '']) => names.split(' ')).flat()));
const classesStyled = (sheets: readonly string[]) =>
  new Set(sheets.flatMap((sheet) => Array.from(sheet.matchAll(/\.([a-z][\w-]*)/g), ([, name = '']) => name)));

const shared = classesStyled(read('runs-screen.css'));
const editor = { used: classesUsed(read('editor/*.tsx')), styled: classesStyled(read('editor/*.css')) };
const view = {
  used: classesUsed(read('run-*.tsx', 'recipe-panel.tsx', 'wait-banner.tsx', '{results,statistics}/*.tsx')),
  styled: classesStyled(read('run-view.css', '{results,statistics}/*.css')),
};

// Catches a class that is styled only while the other part of Runs happens to be loaded.
test('styles the editor and the results by what each of them loads', () => {
  const borrowed = (part: typeof editor, other: typeof editor) =>
    [...part.used].filter((name) => other.styled.has(name) && !part.styled.has(name) && !shared.has(name));
  expect(editor.used.size).toBeGreaterThan(20);
  expect(view.used.size).toBeGreaterThan(20);
  expect(borrowed(editor, view)).toEqual([]);
  expect(borrowed(view, editor)).toEqual([]);
});
