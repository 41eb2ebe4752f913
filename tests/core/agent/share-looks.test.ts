import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { batchLookups } from '../../../electron/core/agent/access/batch-lookups.ts';
import type { SocketOwner } from '../../../electron/core/shared/socket-owner.ts';

test('who comes during a look waits for the next one, with all others who do, and gets an own answer', async () => {
  const looks: { readonly sockets: readonly Socket[]; readonly answer: PromiseWithResolvers<readonly SocketOwner[]> }[] = [];
  const tellUser = batchLookups((sockets) => {
    const answer = Promise.withResolvers<readonly SocketOwner[]>();
    looks.push({ sockets, answer });
    return answer.promise;
  });
  const [first, second, third] = [new Socket(), new Socket(), new Socket()];
  const told = [tellUser(first)];
  await Promise.resolve();
  // A connection that is younger than the look may be missing in it.
  told.push(tellUser(second), tellUser(third));
  looks[0]?.answer.resolve(['same']);
  expect(await told[0]).toBe('same');
  looks[1]?.answer.resolve(['other', 'unknown']);
  expect(await Promise.all(told)).toEqual(['same', 'other', 'unknown']);
  expect(looks.map(({ sockets }) => sockets)).toEqual([[first], [second, third]]);
});

test('a look that fails is not the end of all looks', async () => {
  let looks = 0;
  const tellUser = batchLookups(async () => {
    looks += 1;
    if (looks === 1) throw new Error('no table');
    return ['same'];
  });
  await expect(tellUser(new Socket())).rejects.toThrow('no table');
  expect(await tellUser(new Socket())).toBe('same');
});
