import { expect, test } from 'vitest';
import { resolvePageFile } from '../../electron/host/resolve-page-file.ts';

const folder = '/app/renderer';

test('returns pages, scripts and styles with their types', () => {
  expect(resolvePageFile(folder, new URL('app://causeway/index.html'))).toEqual({
    file: '/app/renderer/index.html',
    type: 'text/html; charset=utf-8',
  });
  expect(resolvePageFile(folder, new URL('app://causeway/assets/a.js'))?.type).toBe('text/javascript; charset=utf-8');
});

test('finds nothing for a path that leaves the folder', () => {
  expect(resolvePageFile(folder, new URL('app://causeway/../main/main.js'))?.file).toBe('/app/renderer/main/main.js');
  expect(resolvePageFile(folder, new URL('app://causeway/%2e%2e/main/main.js'))?.file).toBe('/app/renderer/main/main.js');
});

test.each([
  'app://causeway/',
  'app://causeway/..%2fmain%2fmain.js',
  'app://causeway/assets/..%2f..%2f..%2fetc/passwd.html',
  'app://causeway/..%5cmain.js',
  'app://causeway/a%00.html',
  'app://causeway/%zz.html',
  'app://causeway/package.json',
])('doesn’t serve %s', (address) => expect(resolvePageFile(folder, new URL(address))).toBeUndefined());
