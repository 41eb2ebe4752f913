import { ok } from '../../electron/contract/failure.ts';
import { defaultSettings } from '../../electron/contract/settings.ts';
import type { Failure } from '../../electron/contract/failure.ts';
import { createBridge } from '../../renderer/bridge/bridge.ts';
import { createAttempt, openSession } from '../../renderer/state/session.ts';
import type { ToastMessage, Toaster } from '../../renderer/ui/toaster.tsx';
import { modelWith, readyWith } from './chat/answers.ts';
import { createFakeBridge } from './fake-bridge.ts';

/** Opens a session on a connected fake bridge, with one model that supports tools. */
export async function createFakeSession() {
  const fake = createFakeBridge();
  const toasts: ToastMessage[] = [];
  const failures: Failure[] = [];
  // Only the toasts' content matters here. The region that renders them is missing.
  const toaster = { show: (toast: ToastMessage) => void toasts.push(toast) } as unknown as Toaster;
  const calls = (route: string) =>
    fake.requests.flatMap((request) =>
      request.kind === 'call' && request.route === route ? [{ id: request.id, input: request.input }] : [],
    );
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  const answer = async (route: string, value: unknown, nth = -1) => {
    await settled();
    fake.answer(calls(route).at(nth)?.id ?? -1, value);
    await settled();
  };
  const opening = openSession(createBridge(fake), toaster);
  await answer('settings.read', ok(defaultSettings));
  await answer(
    'app.describe',
    ok({ version: '0', shell: 'desktop', platform: 'linux', electron: '0', isOfficialRuntime: true, folders: { data: '', logs: '' } }),
  );
  const opened = await opening;
  if (!opened.ok) throw new Error('the session did not open');
  await answer('connection.read', ok(readyWith([modelWith('beta', { tools: true })])));
  const report = (failure: Failure) => void failures.push(failure);
  return {
    fake,
    session: { ...opened.value, report, attempt: createAttempt(report) },
    toasts,
    failures,
    /** The calls of one route, oldest first. */
    calls,
    /** Answers the newest call of a route, or the nth. */
    answer,
  };
}
