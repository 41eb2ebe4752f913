import { StreamableHTTPError } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ErrorCode, McpError } from '@modelcontextprotocol/sdk/types.js';
import { expect, test } from 'vitest';
import { failure } from '../../../electron/contract/failures/fail.ts';
import { callFailure, serverFailure } from '../../../electron/core/tools/mcp/server-failure.ts';
import { toolsText } from '../../../electron/core/tools/text.ts';

const server = 'Lab';
const redact = (text: string) => text.replaceAll('secret', '[redacted]');
const detailOf = (error: unknown, errorOutput = '') => serverFailure(server, { error, errorOutput, redact }).params['detail'];

test.each([
  ['Loading…\n\nno licence found\n\n', 'no licence found'],
  [
    `node:internal/modules/cjs/loader:1386
  throw err;
  ^

Error: Cannot find module '/no/such/server.js'
    at onError (node:internal/modules/cjs/loader:1383:15) {
  code: 'MODULE_NOT_FOUND',
  requireStack: []
}

Node.js v24.21.0
`,
    "Error: Cannot find module '/no/such/server.js'",
  ],
  [
    `npm error code E404
npm error 404 Not Found - GET https://registry.npmjs.org/none - Not found
npm error 404
npm error 404  'none@*' is not in this registry.
npm error A complete log of this run can be found in: /home/me/.npm/_logs/now.log
`,
    'npm error 404 Not Found - GET https://registry.npmjs.org/none - Not found',
  ],
  [
    `npm error network request to https://registry.npmjs.org/none failed, reason: getaddrinfo ENOTFOUND registry.npmjs.org
npm error network If you are behind a proxy, please make sure that the
npm error network 'proxy' config is set properly.  See: 'npm help config'
`,
    'npm error network request to https://registry.npmjs.org/none failed, reason: getaddrinfo ENOTFOUND registry.npmjs.org',
  ],
  [
    `Traceback (most recent call last):
  File "<string>", line 1, in <module>
ModuleNotFoundError: No module named 'none'
`,
    "ModuleNotFoundError: No module named 'none'",
  ],
])('finds the reason in error output (%#) (catches “Node.js v24.21.0”)', (errorOutput, detail) =>
  expect(detailOf(undefined, errorOutput)).toBe(detail),
);

test.each([
  [undefined, null],
  [McpError.fromError(ErrorCode.ConnectionClosed, 'Connection closed'), null],
  [McpError.fromError(ErrorCode.ConnectionClosed, 'no secret'), 'no [redacted]'],
  [McpError.fromError(ErrorCode.RequestTimeout, 'Request timed out', { timeout: 15_000 }), toolsText.noAnswer(15)],
  [new StreamableHTTPError(401, 'Error POSTing to endpoint: '), toolsText.httpStatus(401, '')],
  [new StreamableHTTPError(502, 'Error POSTing to endpoint: <html>x</html>'), toolsText.httpStatus(502, '')],
  [new StreamableHTTPError(403, 'Error POSTing to endpoint: the secret is wrong'), toolsText.httpStatus(403, 'the [redacted] is wrong')],
  [new Error('x'.repeat(3_000_000)), 'x'.repeat(300)],
])('tells what an error of a connection means (%#)', (error, detail) => expect(detailOf(error)).toBe(detail));

test.each([
  [
    McpError.fromError(ErrorCode.RequestTimeout, 'Request timed out', { timeout: 60_000 }),
    failure('tool-server-timeout', { server, seconds: 60 }),
  ],
  [
    McpError.fromError(ErrorCode.RequestTimeout, 'Maximum total timeout exceeded', { maxTotalTimeout: 600_000, totalElapsed: 600_001 }),
    failure('tool-server-timeout', { server, seconds: 600 }),
  ],
  [new McpError(-32_000, 'the disk is full'), failure('tool-server-rejected', { server, answer: 'the disk is full' })],
  [new McpError(-32_602, 'MCP error -32602: no a'), failure('tool-server-rejected', { server, answer: 'no a' })],
  [new McpError(-32_603, 'x'.repeat(3_000_000)), failure('tool-server-rejected', { server, answer: 'x'.repeat(2000) })],
  [new SyntaxError('Unexpected token'), failure('tool-server-answer-unreadable', { server })],
  [McpError.fromError(ErrorCode.ConnectionClosed, 'Connection closed'), undefined],
  [new StreamableHTTPError(404, 'Error POSTing to endpoint: '), undefined],
])('distinguishes a failed call from a lost server (%#)', (error, expected) => expect(callFailure(server, error)).toEqual(expected));
