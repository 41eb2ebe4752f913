import { expect, test } from 'vitest';
import { defaultLocalApiSettings } from '../../electron/contract/local-api.ts';
import { ok } from '../../electron/contract/failure.ts';
import { routes, type Handlers, type RouteName } from '../../electron/contract/routes.ts';
import { defaultSettings } from '../../electron/contract/settings.ts';
import type { CallContext } from '../../electron/core/create-core.ts';
import { coreActivationRules, desktopActivationRules } from '../../electron/host/user-activation-rules.ts';
import { createLastUserGesture, type UserAnswer } from '../../electron/host/user-activation.ts';
import { requireUserActivation, requireActivationForTrust } from '../../electron/host/user-activation-guard.ts';
import type { SshReply } from '../../electron/contract/ssh-question.ts';
import { oneClick } from '../support/fake-dialogs.ts';
import { hostText } from '../../electron/host/text.ts';

const { actions } = hostText;
const rules = { ...coreActivationRules, ...desktopActivationRules };
const nothingKnown = { profile: () => undefined, tool: () => undefined, server: () => undefined };
const context: CallContext = { signal: new AbortController().signal };

/** Creates handlers behind the guard that record what reached them. */
function guarded() {
  const arrived: string[] = [];
  let time = 0;
  const clicks = createLastUserGesture(() => time);
  const note = (route: string) => () => {
    arrived.push(route);
    return ok(undefined);
  };
  const noted = Object.keys(routes).map((route) => [route, note(route)] as const);
  const handlers = requireUserActivation(
    Object.fromEntries(noted) as unknown as Handlers<RouteName, CallContext>, // one for each route
    rules,
    () => ({ use: () => (clicks.use() ? 'yes' : 'not-asked') }),
    () => ({ localApi: defaultLocalApiSettings, desktop: defaultSettings.desktop, ...nothingKnown }),
  );
  return { arrived, handlers, click: clicks.record, wait: (ms: number) => void (time += ms) };
}

const refused = { ok: false, failure: { code: 'refused', reason: 'needs-click' } };

test('rejects keys, folders and dialogs without a click', async () => {
  const { handlers, arrived } = guarded();
  expect(await handlers['localApi.createKey']({ name: 'mine' }, context)).toMatchObject(refused);
  expect(await handlers['shell.showLogs'](undefined, context)).toMatchObject(refused);
  expect(await handlers['shell.importProfile']({ text: '{}' }, context)).toMatchObject(refused);
  expect(await handlers['localApi.change']({ allowedOrigins: ['https://evil.example'] }, context)).toMatchObject(refused);
  expect(arrived).toEqual([]);
});

test('accepts a click once and only briefly', async () => {
  const { handlers, arrived, click, wait } = guarded();
  click();
  wait(4500);
  expect(await handlers['localApi.createKey']({ name: 'mine' }, context)).toEqual(ok(undefined));
  expect(await handlers['localApi.createKey']({ name: 'another' }, context)).toMatchObject(refused);
  click();
  wait(5500);
  expect(await handlers['shell.showLogs'](undefined, context)).toMatchObject(refused);
  expect(arrived).toEqual(['localApi.createKey']);
});

test('doesn’t use up the click for requests that need none', async () => {
  const { handlers, arrived, click } = guarded();
  click();
  await handlers['localApi.read'](undefined, context);
  await handlers['localApi.change']({ allowedOrigins: [] }, context);
  await handlers['settings.change']({ theme: 'dark' }, context);
  await handlers['shell.openLink']({ url: 'https://example.org' }, context); // asks by itself
  expect(await handlers['shell.showLogs'](undefined, context)).toEqual(ok(undefined));
  expect(arrived).toEqual(['localApi.read', 'localApi.change', 'settings.change', 'shell.openLink', 'shell.showLogs']);
});

// catches a question that doesn't name its subject, or contains the page's own text
test('describes the action in the question, with the page’s text escaped', async () => {
  const asked: string[] = [];
  const gesture = {
    use: async (action: string) => {
      asked.push(action);
      return 'not-asked' as const;
    },
  };
  const refusing = new Proxy({} as Handlers<RouteName, CallContext>, {
    get: () => () => ok(undefined),
    has: () => true,
  });
  const handlers = requireUserActivation(
    refusing,
    rules,
    () => gesture,
    () => ({ localApi: defaultLocalApiSettings, desktop: defaultSettings.desktop, ...nothingKnown }),
  );
  expect(await handlers['localApi.createKey']({ name: 'mine\n\nAll is well\u202e' }, context)).toMatchObject(refused);
  await handlers['localApi.change']({ allowedOrigins: ['https://evil.example'], keyOnDirect: 'never' }, context);
  await handlers['shell.importProfile']({ text: null }, context);
  expect(asked[0]).toMatch(/^create a local key named “mine[^\n\u202e]+”$/);
  expect(asked[1]).toContain('https://evil.example');
  expect(asked[1]).toContain(actions.localApi.keyPolicy.never);
  expect(asked[2]).toBe(actions.importProfile);
  const service = { name: 'Cloud', baseUrl: 'https://evil.example', inferenceServer: null, caFile: '/tmp/evil.pem', catalog: [] };
  const instance = { host: 'evil.example', port: 22, login: 'ada\u202e', alias: null, transport: 'ssh2' } as const;
  await handlers['profiles.add']({ service, instance, mode: 'direct', directRoute: 'auto' }, context);
  expect(asked[3]).toMatch(
    /^add a profile that connects to https:\/\/evil\.example, trusting the certificate authorities in \/tmp\/evil\.pem, through ada[^\u202e]*@evil\.example:22$/u,
  );
  const server = { name: 'Archive', transport: { kind: 'http', url: 'https://evil.example/mcp' }, isEnabled: true } as const;
  await handlers['tools.putServer']({ id: null, server }, context);
  expect(asked[4]).toBe(actions.connectServer('Archive', 'https://evil.example/mcp'));
  await handlers['profiles.change']({ id: 'cloud', change: { instance: { ...instance, login: 'ada' } } }, context);
  expect(asked[5]).toBe(actions.changeProfile([actions.address.instance('ada@evil.example:22')]));
  const tool = { name: 'list', description: '', parameters: {}, binding: { kind: 'ask' }, isEnabled: true, runsByItself: true } as const;
  await handlers['tools.put']({ id: null, tool }, context);
  expect(asked[6]).toBe(actions.saveTool('list', [actions.toolRunsAlone]));
});

test('fails without a message for an action that the user declined, and tells to wait while it doesn’t ask', async () => {
  const answers: UserAnswer[] = ['no', 'paused'];
  const handlers = requireUserActivation(
    new Proxy({} as Handlers<RouteName, CallContext>, { get: () => () => ok(undefined) }),
    rules,
    () => ({ use: () => answers.shift() ?? 'yes' }),
    () => ({ localApi: defaultLocalApiSettings, desktop: defaultSettings.desktop, ...nothingKnown }),
  );
  const create = () => handlers['localApi.createKey']({ name: 'mine' }, context);
  expect(await create()).toMatchObject({ failure: { code: 'cancelled' } });
  expect(await create()).toMatchObject({ failure: { reason: 'approvals-paused' } });
  expect(await create()).toEqual(ok(undefined));
});

/** A user who cancels the action and then agrees to the question about it. */
function cancelledFirst() {
  const call = new AbortController();
  const withdrawn: (AbortSignal | undefined)[] = [];
  const gesture = {
    use: async (_action: string, signal?: AbortSignal) => {
      withdrawn.push(signal);
      call.abort();
      return 'yes' as const;
    },
  };
  return { signal: call.signal, withdrawn, gesture: () => gesture };
}

test('doesn’t run an action that was cancelled while the user was asked, and withdraws the question', async () => {
  const arrived: string[] = [];
  const noting = new Proxy({} as Handlers<RouteName, CallContext>, {
    get: (_handlers, route) => () => {
      arrived.push(String(route));
      return ok(undefined);
    },
  });
  const { signal, withdrawn, gesture } = cancelledFirst();
  const handlers = requireUserActivation(noting, rules, gesture, () => ({
    localApi: defaultLocalApiSettings,
    desktop: defaultSettings.desktop,
    ...nothingKnown,
  }));
  const cancelled = { ok: false, failure: { code: 'cancelled' } };
  expect(await handlers['localApi.createKey']({ name: 'mine' }, { signal })).toMatchObject(cancelled);
  expect(withdrawn).toEqual([signal]);

  const trust = cancelledFirst();
  const trusting = trustHandlers(trust.gesture, trust.signal);
  expect(await trusting.answer({ kind: 'host-key', isTrusted: true })).toMatchObject(cancelled);
  expect(await trusting.confirm()).toMatchObject(cancelled);
  expect([trust.withdrawn, arrived, trusting.arrived]).toEqual([[trust.signal, trust.signal], [], []]);
});

/** The answers that reached the core. */
function trustHandlers(gesture: Parameters<typeof requireActivationForTrust>[1], signal = context.signal) {
  const arrived: string[] = [];
  const handlers = requireActivationForTrust(
    {
      'questions.answer': ({ reply }) => {
        arrived.push(reply.kind);
        return ok(undefined);
      },
      'tunnel.confirmNewInstance': ({ fingerprint }) => {
        arrived.push(fingerprint);
        return ok([]);
      },
    },
    gesture,
  );
  const answer = (reply: SshReply) => handlers['questions.answer']({ id: 'q', reply }, { signal });
  return { arrived, answer, confirm: () => handlers['tunnel.confirmNewInstance']({ fingerprint: 'SHA256:x' }, { signal }) };
}

test('doesn’t trust a host key without a click, first seen or changed', async () => {
  const { arrived, answer, confirm } = trustHandlers(() => undefined);
  expect(await answer({ kind: 'host-key', isTrusted: true })).toMatchObject({ ok: false, failure: { code: 'refused' } });
  expect(await confirm()).toMatchObject({ ok: false, failure: { code: 'refused' } });
  expect(arrived).toEqual([]);
});

test('trusts one key per click', async () => {
  const { arrived, answer, confirm } = trustHandlers(oneClick());
  expect(await answer({ kind: 'host-key', isTrusted: true })).toEqual(ok(undefined));
  expect(await confirm()).toMatchObject({ ok: false });
  expect(arrived).toEqual(['host-key']);
});

test('needs no click for any other answer', async () => {
  const { arrived, answer } = trustHandlers(() => undefined);
  await answer({ kind: 'host-key', isTrusted: false });
  await answer({ kind: 'given-up' });
  await answer({ kind: 'secret', secret: 'x', keep: false });
  expect(arrived).toEqual(['host-key', 'given-up', 'secret']);
});
