import { expect, test } from 'vitest';
import { ok } from '../../../electron/contract/failure.ts';
import { failed } from '../../support/recorded-failure.ts';
import { createCall } from '../../../renderer/bridge/bridge.ts';
import { createOpenLink } from '../../../renderer/state/open-link.ts';
import { createFakeBridge } from '../fake-bridge.ts';

function setUp(shell: 'desktop' | 'browser') {
  const bridge = createFakeBridge();
  const opened: string[] = [];
  const openLink = createOpenLink(createCall(bridge), shell, {
    openTab: (url) => opened.push(`tab ${url}`),
    openMail: (url) => opened.push(`mail ${url}`),
  });
  return { bridge, opened, openLink };
}

test('opens a link within the click in a browser, which would block it later (catches a blocked window)', async () => {
  const { bridge, opened, openLink } = setUp('browser');
  const results = [openLink('https://example.org/a'), openLink('mailto:ada@example.org')];
  expect(opened).toEqual(['tab https://example.org/a', 'mail mailto:ada@example.org']);
  expect(await Promise.all(results)).toEqual([ok(undefined), ok(undefined)]);
  expect(bridge.requests).toEqual([]);
});

test.each(['http://example.org', 'https://user:word@example.org', 'mailto:a@example.org?attach=x', 'javascript:alert(1)', 'nonsense'])(
  'leaves it to the program to refuse %s',
  async (url) => {
    const { bridge, opened, openLink } = setUp('browser');
    const result = openLink(url);
    expect(bridge.requests).toMatchObject([{ route: 'shell.openLink', input: { url } }]);
    bridge.answer(0, failed('refused', 'No.', ''));
    expect(await result).toMatchObject({ ok: false });
    expect(opened).toEqual([]);
  },
);

test('passes every link to the main process on the desktop', () => {
  const { bridge, opened, openLink } = setUp('desktop');
  void openLink('https://example.org');
  expect(bridge.requests).toHaveLength(1);
  expect(opened).toEqual([]);
});
