import { expect, test } from 'vitest';
import { createShowRequests } from '../../electron/shell/show-requests.ts';

function setUp() {
  const shown: string[] = [];
  return { requests: createShowRequests(), shown, showWindow: () => void shown.push('shown') };
}

test('shows the window once it can be shown if it was requested during a hidden start', () => {
  const { requests, shown, showWindow } = setUp();
  requests.show();
  requests.show();
  expect(shown).toEqual([]);
  requests.open(showWindow);
  expect(shown).toEqual(['shown']);
  expect(requests.isPending()).toBe(false);
});

test('shows nothing after a hidden start until it is requested', () => {
  const { requests, shown, showWindow } = setUp();
  requests.open(showWindow);
  expect(shown).toEqual([]);
  requests.show();
  expect(shown).toEqual(['shown']);
});

test('remembers a request while the program closes', () => {
  const { requests, shown, showWindow } = setUp();
  requests.open(showWindow);
  requests.close();
  expect(requests.isPending()).toBe(false);
  requests.show();
  expect([shown, requests.isPending()]).toEqual([[], true]);
});
