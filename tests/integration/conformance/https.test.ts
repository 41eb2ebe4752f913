import { describe, expect } from 'vitest';
import { rule } from './conform.ts';
import { textOf } from './rig.ts';

describe('1 · https, always verified against the service’s name', () => {
  rule('rejects an expired certificate, and accepts the next valid one', async ({ chat, demo }) => {
    demo.fault({ kind: 'expired-certificate', count: 'once' });
    expect(await chat()).toMatchObject({ failure: { code: 'tls-expired' }, answer: { parts: [] } });
    expect(demo.requests()).toEqual([]);
    expect(textOf(await chat())).toBe('hello');
  });
  rule('rejects a certificate for another name', async ({ chat, demo }) => {
    demo.fault({ kind: 'wrong-name-certificate', count: 'once' });
    expect((await chat()).failure).toMatchObject({ code: 'tls-name' });
    expect(demo.requests()).toEqual([]);
  });
  rule('rejects an untrusted authority', { with: { authorities: [] } }, async ({ chat, demo }) => {
    expect((await chat()).failure).toMatchObject({ code: 'tls-authority' });
    expect(demo.requests()).toEqual([]);
  });
});
