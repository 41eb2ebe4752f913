import { expect, test } from 'vitest';
import { openLearnedImages } from '../../../electron/core/connection/connection.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

test('remembers what was learned about a model’s images per service, also after a restart', async () => {
  const folder = await temporaryFolder();
  const first = await openLearnedImages(folder);
  await first.learn('https://lab.example', 'beta', { seesImages: true });
  await first.learn('https://lab.example', 'beta', { seesImages: false, listed: true });
  await first.learn('https://lab.example', 'beta', { seesImages: true, imagesPerRequest: 4 });
  await first.learn('https://lab.example', '__proto__', { seesImages: false });
  const second = await openLearnedImages(folder);
  expect(second.read('https://lab.example', 'beta')).toEqual({ seesImages: true, imagesPerRequest: 4 });
  expect(second.read('https://lab.example', '__proto__')).toEqual({ seesImages: false });
  expect(second.read('https://other.example', 'beta')).toEqual({});
});
