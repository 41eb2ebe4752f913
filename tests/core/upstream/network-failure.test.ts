import { expect, test } from 'vitest';
import { networkFailure } from '../../../electron/core/upstream/network-failure.ts';

function codeOf(code: string, syscall?: string): string {
  const error = Object.assign(new Error(`${syscall} ${code}`), { code, ...(syscall === undefined ? {} : { syscall }) });
  return networkFailure(error, 'models.example.org').code;
}

// catches a dead connection that is reported as never made, after which a request would be sent a second time
test.each(['ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ENETDOWN'])('%s of a connection in use: it was lost', (code) =>
  expect(['read', 'write'].map((syscall) => codeOf(code, syscall))).toEqual(['connection-lost', 'connection-lost']),
);

test('the same codes while connecting, and of our own timeouts: there was no connection', () => {
  expect([codeOf('ETIMEDOUT', 'connect'), codeOf('ETIMEDOUT')]).toEqual(['connect-timeout', 'connect-timeout']);
  expect([codeOf('EHOSTUNREACH', 'connect'), codeOf('ENETUNREACH', 'connect')]).toEqual(['unreachable', 'unreachable']);
});
