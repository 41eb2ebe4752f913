import { expect, test } from 'vitest';
import { isSameSubject, type CheckSubject } from '../../../renderer/connection/check/check-panel.tsx';

const subject: CheckSubject = { profileId: 'a', mode: 'proxy', token: '1234' };

test('keeps a check that was started while the keychain was being read', () =>
  expect(isSameSubject({ ...subject, token: null }, subject)).toBe(true));

test.each<[string, Partial<CheckSubject>]>([
  ['profile', { profileId: 'b' }],
  ['mode', { mode: 'direct' }],
  ['token', { token: '5678' }],
  ['token, which is gone', { token: 'not-set' }],
])('drops a check when the %s changes', (_, change) => expect(isSameSubject(subject, { ...subject, ...change })).toBe(false));
