import { createPublicWeb } from '../../electron/core/public-web/public-web.ts';
import { startImageServer, type ImageServer } from '../support/image-server.ts';
import { madePng } from '../support/made-images.ts';
import { ask } from '../support/window-chat.ts';
import { browserOnly, expect, expectAccessible, quick, quickInBrowser, test as base } from '../support/window.ts';
import { failure } from '../../electron/contract/failures/fail.ts';
import { describeFailure } from '../../electron/contract/failures/render-failure.ts';
import { markdownText } from '../../renderer/markdown/text.ts';

const name = 'pictures.example';
const png = madePng(40, 30);
const answers = {
  '/chart.png': { type: 'image/png', body: png },
  '/second.png': { type: 'image/png', body: png },
  '/page.png': { type: 'image/png', body: '<!doctype html><script>hacked()</script>' },
  '/drawing.svg': { type: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg" onload="hacked()"/>' },
  '/large.png': { type: 'image/png', body: Buffer.concat([png, Buffer.alloc(5_000_000)]) },
  '/moved.png': { status: 302, type: 'text/plain', body: '', location: '/chart.png' },
} as const;

const test = base.extend<{ readonly host: ImageServer }>({
  host: async ({}, use) => {
    const host = await startImageServer(name, answers);
    await use(host);
    await host.close();
  },
});

test('loads a remote image only after a click, and never from this computer', quick, async ({ window, page, host }) => {
  const answer = await ask(page, `Say: Look: ![a chart](https://localhost:${host.port}/chart.png?said=secret) and on.`);
  const load = answer.getByRole('button', { name: markdownText.image.load });
  await expect(answer).toContainText(`https://localhost:${host.port}/chart.png?said=secret`); // the address is visible before it loads
  await expect(answer.locator('img')).toHaveCount(0);
  await expect(answer).toContainText(markdownText.image.hint);
  await expectAccessible(window, 'a picture that was not loaded');

  await load.press('Enter');
  await expect(answer.getByRole('alert')).toContainText(describeFailure(failure('web-host-local', { host: 'localhost' })).message);
  await expectAccessible(window, 'a picture that could not be loaded');
  expect(host.connections()).toBe(0);
  await expect(answer.locator('img')).toHaveCount(0);
});

test(
  'shows an image, and reports what is none',
  quickInBrowser(browserOnly('the test host simulates one on the internet')),
  async ({ open, host }) => {
    const web = createPublicWeb({ listedHosts: () => [name], resolve: async () => ['127.0.0.1'], authorities: [host.authority] });
    const window = await open({ core: { change: () => ({ fetchImage: web.image }) } });
    const { page } = window;
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    const paths = [...Object.keys(answers), '/gone.png'];
    const answer = await ask(page, `Say: ${paths.map((path) => `![${path}](https://${name}:${host.port}${path})`).join('\n\n')}`);
    const load = (path: string) =>
      answer.locator('.markdown-remote-image').filter({ hasText: path }).getByRole('button', { name: markdownText.image.load });
    const trouble = (path: string) => answer.locator('.markdown-remote-image').filter({ hasText: path }).getByRole('alert');
    await expect(answer.getByRole('button', { name: markdownText.image.load })).toHaveCount(paths.length);
    expect(host.asked).toEqual([]);

    await load('/chart.png').press('Enter');
    const picture = answer.getByRole('img', { name: '/chart.png' });
    await expect(picture).toHaveAttribute('src', /^data:image\/png;base64,/);
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(40);
    await load('/second.png').press('Enter');
    await expect(answer.getByRole('img', { name: '/second.png' })).toBeVisible();

    const sentences = {
      '/page.png': describeFailure(failure('image-type')).message,
      '/drawing.svg': describeFailure(failure('image-type')).message,
      '/large.png': describeFailure(failure('image-too-large')).message,
      '/moved.png': describeFailure(failure('web-redirect', { host: `${name}:${host.port}` })).message,
      '/gone.png': describeFailure(failure('image-status', { host: `${name}:${host.port}`, status: 404 })).message,
    };
    for (const [path, sentence] of Object.entries(sentences)) {
      await load(path).press('Enter');
      await expect(trouble(path)).toContainText(sentence);
      await expect(trouble(path)).toContainText(describeFailure(failure('image-type')).remedy);
    }
    await expect(answer.locator('img')).toHaveCount(2);
    await expectAccessible(window, 'pictures, and what is none');
    await host.close();
    await load('/gone.png').press('Enter');
    await expect(trouble('/gone.png')).toContainText(
      describeFailure(failure('web-connection-refused', { host: `${name}:${host.port}` })).message,
    );
    expect(requests.filter((url) => url.includes(name))).toEqual([]); // the page itself sent no request
    await web.dispose();
  },
);
