import { generateKeyPairSync } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import ssh2, { type AuthContext } from 'ssh2';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createIdentities } from '../../../electron/core/tunnel/tunnel.ts';
import type { Hop } from '../../../electron/core/tunnel/types.ts';
import { logIn, startPasswordSshd } from './identity-fixture.ts';
import { hopTo } from '../../core/tunnel/host-keys/hop-fixture.ts';
import { canAskForCodes, canFakeAccounts, oneTimeCodes } from '../../support/password-sshd.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { keychain, types, userWithReplies } from '../../core/tunnel/authentication/ask-fixture.ts';
import { identityLabels } from '../../../electron/core/tunnel/text.ts';

/** Starts a server that accepts only the given methods. A real sshd would need accounts with passwords on this machine. */
async function startServer(methods: readonly string[], check: (context: AuthContext) => void): Promise<Hop> {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const server = new ssh2.Server({ hostKeys: [privateKey.export({ type: 'sec1', format: 'pem' })] }, (client) => {
    client.on('authentication', (context) => {
      if (methods.includes(context.method)) check(context);
      else context.reject([...methods] as never);
    });
    client.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return hopTo('127.0.0.1', { port: (server.address() as AddressInfo).port });
}

const passwordServer = (right: string) =>
  startServer(['password'], (context) => {
    if (context.method === 'password' && context.password === right) context.accept();
    else context.reject(['password']);
  });

/** Starts a server that prompts in rounds. Each must be answered correctly. */
const askingServer = (...rounds: readonly { readonly prompts: readonly string[]; readonly right: readonly string[] }[]) =>
  startServer(['keyboard-interactive'], (context) => {
    if (context.method !== 'keyboard-interactive') return context.reject();
    const next = (index: number): void => {
      const round = rounds[index];
      if (!round) return context.accept();
      const prompts = round.prompts.map((prompt) => ({ prompt, echo: /user/i.test(prompt) }));
      context.prompt(prompts, 'Title', 'Instructions', (answers) => {
        if (JSON.stringify(answers) === JSON.stringify(round.right)) next(index + 1);
        else context.reject(['keyboard-interactive']);
      });
    };
    next(0);
  });

describe('a password', () => {
  test('is asked for again after a wrong one, saved if requested, and not asked for on a reconnect', async () => {
    const hop = await passwordServer('right');
    const { store, items } = keychain();
    const user = userWithReplies(types('wrong', true), types('right', true));
    const identities = createIdentities({ ask: user.ask, secrets: { store, profileId: 'p' }, defaultFiles: [] });
    expect((await logIn(hop, identities)).isIn).toBe(true);
    expect(user.asked).toMatchObject([{ kind: 'password', isAgain: false }, { isAgain: true }]);
    expect([...items]).toEqual([[`ssh-password p ada@127.0.0.1:${hop.port}`, 'right']]);
    expect((await logIn(hop, identities)).isIn).toBe(true);
    expect((await logIn(hop, createIdentities({ ask: user.ask, secrets: { store, profileId: 'p' }, defaultFiles: [] }))).isIn).toBe(true);
    expect(user.asked).toHaveLength(2);
  });

  test('ends the login when wrong three times, and none of them is saved or offered again', async () => {
    const hop = await passwordServer('right');
    const { store, items } = keychain();
    const user = userWithReplies(types('1', true), types('2'), types('3'), types('right'));
    const identities = createIdentities({ ask: user.ask, secrets: { store, profileId: 'p' }, defaultFiles: [] });
    expect((await logIn(hop, identities)).isIn).toBe(false);
    expect(user.asked).toHaveLength(3);
    expect(items.size).toBe(0);
    expect(await logIn(hop, identities)).toMatchObject({ isIn: true, tried: ['password'] });
  });

  test('is asked for when the saved one is outdated, which stays until replaced', async () => {
    const hop = await passwordServer('right');
    const { store, items } = keychain();
    items.set(`ssh-password p ada@127.0.0.1:${hop.port}`, 'old');
    const user = userWithReplies(types('right'));
    expect((await logIn(hop, createIdentities({ ask: user.ask, secrets: { store, profileId: 'p' }, defaultFiles: [] }))).isIn).toBe(true);
    expect(user.asked).toMatchObject([{ isAgain: true }]);
    expect([...items.values()]).toEqual(['old']);
  });

  test('is not asked for again in the same login after the user dismissed it', async () => {
    const user = userWithReplies();
    expect((await logIn(await passwordServer('x'), createIdentities({ ask: user.ask, defaultFiles: [] }))).isIn).toBe(false);
    expect(user.asked).toHaveLength(1);
  });
});

describe('keyboard-interactive', () => {
  test('passes several rounds of several prompts to the user and the answers to the server', async () => {
    const hop = await askingServer(
      { prompts: ['User card?', 'PIN:'], right: ['blue', '1234'] },
      { prompts: ['One-time password:'], right: ['998877'] },
    );
    const user = userWithReplies({ kind: 'prompts', answers: ['blue', '1234'] }, { kind: 'prompts', answers: ['998877'] });
    expect((await logIn(hop, createIdentities({ ask: user.ask, defaultFiles: [] }))).isIn).toBe(true);
    expect(user.asked).toEqual([
      {
        kind: 'prompts',
        hop: '127.0.0.1',
        title: 'Title',
        instructions: 'Instructions',
        prompts: [
          { text: 'User card?', isSecret: false },
          { text: 'PIN:', isSecret: true },
        ],
        isAgain: false,
      },
      expect.objectContaining({ prompts: [{ text: 'One-time password:', isSecret: true }], isAgain: false }),
    ]);
  });

  test('answers a password-only prompt from the cache on a reconnect, and asks for one-time codes each time', async () => {
    const hop = await askingServer({ prompts: ['Password: '], right: ['right'] }, { prompts: ['Verification code: '], right: ['1'] });
    const code = { kind: 'prompts', answers: ['1'] } as const;
    const user = userWithReplies({ kind: 'prompts', answers: ['right'] }, code, code);
    const identities = createIdentities({ ask: user.ask, defaultFiles: [] });
    expect((await logIn(hop, identities)).isIn).toBe(true);
    expect((await logIn(hop, identities)).isIn).toBe(true);
    expect(user.asked).toHaveLength(3);
  });

  // catches a user who saved the password and is asked anyway, and a terminal where nobody could answer
  test('answers a password-only prompt with the saved password, then asks the user if it is rejected', async () => {
    const hop = await askingServer({ prompts: ['Password: '], right: ['right'] });
    const { store, items } = keychain();
    const kept = `ssh-password p ada@127.0.0.1:${hop.port}`;
    const user = userWithReplies({ kind: 'prompts', answers: ['right'] });
    const identities = () => createIdentities({ ask: user.ask, secrets: { store, profileId: 'p' }, defaultFiles: [] });
    items.set(kept, 'right');
    expect((await logIn(hop, identities())).isIn).toBe(true);
    expect(user.asked).toEqual([]);
    items.set(kept, 'old');
    expect((await logIn(hop, identities())).isIn).toBe(true);
    expect(user.asked).toMatchObject([{ kind: 'prompts', isAgain: true }]);
  });

  test('asks again up to three times after wrong answers, and doesn’t cache the wrong password', async () => {
    const hop = await askingServer({ prompts: ['Password: '], right: ['right'] });
    const wrong = { kind: 'prompts', answers: ['wrong'] } as const;
    const user = userWithReplies(wrong, wrong, wrong, { kind: 'prompts', answers: ['right'] });
    const identities = createIdentities({ ask: user.ask, defaultFiles: [] });
    expect((await logIn(hop, identities)).isIn).toBe(false);
    expect((await logIn(hop, identities)).isIn).toBe(true);
    // the last is of a new login, because the user was told that the previous one ended
    expect(user.asked.map((question) => 'isAgain' in question && question.isAgain)).toEqual([false, true, true, false]);
  });

  test('says in every round after a wrong code that the previous answers were rejected', async () => {
    const hop = await askingServer({ prompts: ['Password: '], right: ['right'] }, { prompts: ['Verification code: '], right: ['1'] });
    const [password, wrong, code] = ['right', '2', '1'].map((answer) => ({ kind: 'prompts', answers: [answer] }) as const);
    const user = userWithReplies(...[password, wrong, password, code, code].filter((reply) => reply !== undefined));
    const identities = createIdentities({ ask: user.ask, defaultFiles: [] });
    expect((await logIn(hop, identities)).isIn).toBe(true);
    expect(user.asked).toMatchObject([{ isAgain: false }, { isAgain: false }, { isAgain: true }, { isAgain: true }]);
    // the password that worked with the right code is cached
    expect((await logIn(hop, identities)).isIn).toBe(true);
    expect(user.asked.slice(4)).toMatchObject([{ prompts: [{ text: 'Verification code: ' }], isAgain: false }]);
  });

  test('doesn’t hang the login when dismissed or answered incompletely', async () => {
    const hop = await askingServer({ prompts: ['a', 'b'], right: ['1', '2'] });
    const user = userWithReplies({ kind: 'prompts', answers: ['1'] });
    expect((await logIn(hop, createIdentities({ ask: user.ask, defaultFiles: [] }))).isIn).toBe(false);
    expect(user.asked).toHaveLength(2);
  });

  test('is not offered three times to a server that never prompts', async () => {
    const hop = await startServer(['keyboard-interactive'], (context) => context.reject(['keyboard-interactive']));
    expect((await logIn(hop, createIdentities({ ask: userWithReplies().ask, defaultFiles: [] }))).tried).toHaveLength(1);
  });
});

test('offers keys before prompts and prompts before the password, as OpenSSH does', async () => {
  const { identities } = await createIdentities({ ask: userWithReplies().ask, defaultFiles: [] }).list(
    hopTo('x'),
    new AbortController().signal,
  );
  expect(identities.map(({ method }) => method)).toEqual([
    ...Array<string>(3).fill('keyboard-interactive'),
    ...Array<string>(3).fill('password'),
  ]);
});

describe.runIf(canFakeAccounts())('a real sshd', () => {
  test('accepts the password after a wrong one', async () => {
    const sshd = await startPasswordSshd(await temporaryFolder(), 'pass wörd', [
      'UsePAM no',
      'PasswordAuthentication yes',
      'KbdInteractiveAuthentication no',
    ]);
    const user = userWithReplies(types('wrong'), types('pass wörd'));
    const { isIn, tried } = await logIn(hopTo('127.0.0.1', sshd), createIdentities({ ask: user.ask, defaultFiles: [] }));
    expect({ isIn, tried }).toEqual({ isIn: true, tried: [identityLabels.password(1), identityLabels.password(2)] });
  });

  test('prompts through PAM before it accepts a password, and gets the cached one the next time', async () => {
    const sshd = await startPasswordSshd(await temporaryFolder(), 'secret', [
      'UsePAM yes',
      'PasswordAuthentication yes',
      'KbdInteractiveAuthentication yes',
    ]);
    const user = userWithReplies({ kind: 'prompts', answers: ['secret'] });
    const identities = createIdentities({ ask: user.ask, defaultFiles: [] });
    expect(await logIn(hopTo('127.0.0.1', sshd), identities)).toMatchObject({ isIn: true, tried: [identityLabels.questions(1)] });
    expect((await logIn(hopTo('127.0.0.1', sshd), identities)).isIn).toBe(true);
    expect(user.asked).toMatchObject([{ kind: 'prompts', prompts: [{ isSecret: true }] }]);
  });
});

test.runIf(canAskForCodes())('logs in to a real sshd with a one-time code, and each code works only once', async () => {
  const config = ['UsePAM yes', 'PasswordAuthentication no', 'KbdInteractiveAuthentication yes'];
  const sshd = await startPasswordSshd(await temporaryFolder(), 'secret', config, true);
  const [first, second] = oneTimeCodes;
  const user = userWithReplies(
    ...['secret', first, first, 'secret', second].map((answer) => ({ kind: 'prompts', answers: [answer] }) as const),
  );
  const identities = createIdentities({ ask: user.ask, defaultFiles: [] });
  expect((await logIn(hopTo('127.0.0.1', sshd), identities)).isIn).toBe(true);
  // the password is cached, but the code is not, and the used one is refused
  expect((await logIn(hopTo('127.0.0.1', sshd), identities)).isIn).toBe(true);
  const asked = user.asked.map((question) => question.kind === 'prompts' && [question.prompts[0]?.text.slice(0, 8), question.isAgain]);
  expect(asked).toEqual([
    ['Password', false],
    ['One-time', false],
    ['One-time', false],
    ['Password', true],
    ['One-time', true],
  ]);
});
