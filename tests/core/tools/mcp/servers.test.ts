import { expect, onTestFinished, test, vi } from 'vitest';
import { fail } from '../../../../electron/contract/failures/fail.ts';
import { createMcpServers, type McpServers, type McpServersOptions } from '../../../../electron/core/tools/mcp/servers.ts';

const lab = { id: 'lab', name: 'Lab', transport: { kind: 'stdio', argv: ['lab'] } } as const;
const hourMs = 3_600_000;

/** Starts a server that always fails, on a clock of its own. */
function startFailing(options: Partial<McpServersOptions> = {}): { readonly servers: McpServers; readonly attempts: () => number } {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  let attempts = 0;
  const servers = createMcpServers({
    open: async () => {
      attempts += 1;
      return fail('tool-server-down', { server: lab.name, detail: 'gone' });
    },
    now: () => Date.now(),
    onChange: () => undefined,
    onLog: () => undefined,
    ...options,
  });
  onTestFinished(servers.close);
  servers.want([lab]);
  return { servers, attempts: () => attempts };
}

test('stops retrying a server that keeps failing (catches a program that is started for ever)', async () => {
  const { servers, attempts } = startFailing({ retryMs: (failures) => (failures < 3 ? 1 : undefined) });
  await vi.advanceTimersByTimeAsync(hourMs);
  expect(attempts()).toBe(3);
  expect(servers.status(lab.id)).toMatchObject({ state: 'failed', failure: { reason: 'tool-server-down' } });
});

test('retries a failed server for about a minute, then only on request', async () => {
  const { servers, attempts } = startFailing();
  await vi.advanceTimersByTimeAsync(hourMs);
  expect(attempts()).toBe(7);
  servers.tryAgain();
  await vi.advanceTimersByTimeAsync(hourMs);
  expect(attempts()).toBe(14);
});
