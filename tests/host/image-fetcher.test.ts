import { expect, test } from 'vitest';
import { ok } from '../../electron/contract/failure.ts';
import { createImageFetcher, type ImageFetcherOptions } from '../../electron/host/image-fetcher.ts';
import { fakeDialogs, oneClick, unnoticedPress, type FakeDialogs } from '../support/fake-dialogs.ts';
import { never } from '../support/toolbox.ts';
import { hostText } from '../../electron/host/text.ts';

/** Clicks before each image. */
const everyTime = (dialogs: FakeDialogs) => () => oneClick(dialogs)();

/** Creates a fetcher over a web that answers anything. `fetched` has the requests that left this computer. */
function fetcher(isYes: boolean, gestureAt: (dialogs: FakeDialogs) => ImageFetcherOptions['gesture'] = everyTime) {
  const fetched: string[] = [];
  const dialogs = fakeDialogs({ answer: () => isYes });
  const fetchImage = createImageFetcher({
    approvedHosts: new Set(),
    observesGestures: true,
    gesture: gestureAt(dialogs),
    fetchImage: (url) => {
      fetched.push(url);
      return Promise.resolve(ok({ dataUrl: 'data:image/png;base64,AA==' }));
    },
  });
  return { fetched, dialogs, fetchImage: (url: string) => fetchImage(url, never) };
}

test('fetches an image after a yes, and doesn’t ask again for the same host', async () => {
  const { fetched, dialogs, fetchImage } = fetcher(true);
  expect(await fetchImage('https://a.example/1.png?q=x')).toMatchObject({ ok: true });
  expect(await fetchImage('https://a.example/2.png')).toMatchObject({ ok: true });
  expect(await fetchImage('https://b.example/3.png')).toMatchObject({ ok: true });
  expect(fetched).toHaveLength(3);
  expect(dialogs.asked.map(({ message }) => message)).toEqual(['a.example', 'b.example'].map(hostText.loadImages.message));
  expect(dialogs.asked[0]?.detail).toContain('https://a.example/1.png?q=x');
});

// catches two dialogs in a row for one key press
test('asks a screen reader user once, about this image', async () => {
  const { fetched, dialogs, fetchImage } = fetcher(true, unnoticedPress);
  expect(await fetchImage('https://a.example/1.png')).toMatchObject({ ok: true });
  expect(dialogs.asked.map(({ message }) => message)).toEqual([hostText.loadImages.message('a.example')]);
  expect(fetched).toEqual(['https://a.example/1.png']);
});

test('fetches nothing after a no, and asks again next time', async () => {
  const { fetched, dialogs, fetchImage } = fetcher(false);
  expect(await fetchImage('https://a.example/1.png')).toMatchObject({ ok: false, failure: { code: 'cancelled' } });
  await fetchImage('https://a.example/1.png');
  expect(dialogs.asked).toHaveLength(2);
  expect(fetched).toEqual([]);
});

// A page that fetches by itself could leak the conversation in the address.
test('fetches nothing and asks nothing without a click', async () => {
  const { fetched, dialogs, fetchImage } = fetcher(true, () => () => undefined);
  expect(await fetchImage('https://a.example/1.png')).toMatchObject({ ok: false, failure: { code: 'refused' } });
  expect([fetched, dialogs.asked]).toEqual([[], []]);
});

test.each([
  'http://a.example/1.png',
  'https://user:pw@a.example/1.png',
  'data:image/png;base64,AA==',
  'file:///etc/passwd',
  'x',
  `https://a.example/${'x'.repeat(1000)}`,
])('rejects %s without asking', async (url) => {
  const { fetched, dialogs, fetchImage } = fetcher(true);
  expect(await fetchImage(url)).toMatchObject({ ok: false, failure: { code: 'refused' } });
  expect([fetched, dialogs.asked]).toEqual([[], []]);
});
