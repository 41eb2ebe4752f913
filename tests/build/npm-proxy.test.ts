import { expect, test } from 'vitest';
import { parseNpmProxy } from '../../build/set-up/electron-runtime.mjs';

test.each([
  ['https-proxy=http://one:3128\nproxy=http://two:3128\n', 'http://one:3128'],
  ['https-proxy=null\r\nproxy=http://two:3128\r\n', 'http://two:3128'],
  ['https-proxy=null\nproxy=null\n', undefined],
  ['https-proxy=null\nproxy=false\n', undefined],
  ['', undefined],
])('downloads Electron through the proxy that npm uses for https: %j', (settings, proxy) => expect(parseNpmProxy(settings)).toBe(proxy));
