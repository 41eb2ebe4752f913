import { expect, test } from 'vitest';
import { cookieSecrets } from '../../electron/browser/access/sessions.ts';

test('reads the secrets of every port, this one’s first (catches JupyterHub signing users out with each start)', () => {
  const header = 'other=1; causeway-9001=a; causeway-7335=b; causeway-7335=c; causeway-approvals-7336=d; xcauseway-1=e; causeway-=f';
  expect(cookieSecrets(header, 7335)).toEqual(['b', 'c', 'a']);
  expect(cookieSecrets(undefined, 7335)).toEqual([]);
});

test('reads this port’s secret among any number of others', () => {
  const others = Array.from({ length: 200 }, (_, index) => `causeway-${8000 + index}=x`);
  const secrets = cookieSecrets([...others, 'causeway-7335=mine'].join('; '), 7335);
  expect(secrets).toHaveLength(50);
  expect(secrets[0]).toBe('mine');
});
