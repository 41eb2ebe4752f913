import { generateKeyPairSync } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import ssh2, { type AuthContext } from 'ssh2';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createIdentities } from '../../../electron/core/tunnel/authentication/identities.ts';
import type { Hop } from '../../../electron/core/tunnel/types.ts';
import { logIn, startPasswordSshd } from './identities-sshd.ts';
import { hopTo } from '../../core/tunnel/host-keys/hop-fixture.ts';
import { canAskForCodes, canFakeAccounts, oneTimeCodes } from '../../support/password-sshd.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { keychain, types, userWho } from '../../core/tunnel/authentication/ask-fixture.ts';

/** A server that lets nobody in but by the given ways; real sshd would need accounts with passwords on this machine. */
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

/** Asks in rounds; each must be answered rightly. */
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
  test('is asked for again after a wrong one, kept if wished, and not asked for when reconnecting', async () => {
    const hop = await passwordServer('right');
    const { store, items } = keychain();
    const user = userWho(types('wrong', true), types('right', true));
    const identities = createIdentities({ ask: user.ask, secrets: { store, profileId: 'p' }, usualFiles: [] });
    expect((await logIn(hop, identities)).isIn).toBe(true);
    expect(user.asked).toMatchObject([{ kind: 'password', isAgain: false }, { isAgain: true }]);
    expect([...items]).toEqual([[`ssh-password p ada@127.0.0.1:${hop.port}`, 'right']]);
    expect((await logIn(hop, identities)).isIn).toBe(true);
    expect((await logIn(hop, createIdentities({ ask: user.ask, secrets: { store, profileId: 'p' }, usualFiles: [] }))).isIn).toBe(true);
    expect(user.asked).toHaveLength(2);
  });

  test('wrong three times ends it; none of the three stays in the keychain or is offered again', async () => {
    const hop = await passwordServer('right');
    const { store, items } = keychain();
    const user = userWho(types('1', true), types('2'), types('3'), types('right'));
    const identities = createIdentities({ ask: user.ask, secrets: { store, profileId: 'p' }, usualFiles: [] });
    expect((await logIn(hop, identities)).isIn).toBe(false);
    expect(user.asked).toHaveLength(3);
    expect(items.size).toBe(0);
    expect(await logIn(hop, identities)).toMatchObject({ isIn: true, tried: ['password'] });
  });

  test('kept by the user but outdated is asked for, and what was kept stays until replaced', async () => {
    const hop = await passwordServer('right');
    const { store, items } = keychain();
    items.set(`ssh-password p ada@127.0.0.1:${hop.port}`, 'old');
    const user = userWho(types('right'));
    expect((await logIn(hop, createIdentities({ ask: user.ask, secrets: { store, profileId: 'p' }, usualFiles: [] }))).isIn).toBe(true);
    expect(user.asked).toMatchObject([{ isAgain: true }]);
    expect([...items.values()]).toEqual(['old']);
  });

  test('given up is not asked for again in the same round', async () => {
    const user = userWho();
    expect((await logIn(await passwordServer('x'), createIdentities({ ask: user.ask, usualFiles: [] }))).isIn).toBe(false);
    expect(user.asked).toHaveLength(1);
  });
});

describe('the server’s questions', () => {
  test('in several rounds with several prompts each reach the user as they are, and the answers the server', async () => {
    const hop = await askingServer(
      { prompts: ['User card?', 'PIN:'], right: ['blue', '1234'] },
      { prompts: ['One-time password:'], right: ['998877'] },
    );
    const user = userWho({ kind: 'prompts', answers: ['blue', '1234'] }, { kind: 'prompts', answers: ['998877'] });
    expect((await logIn(hop, createIdentities({ ask: user.ask, usualFiles: [] }))).isIn).toBe(true);
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

  test('for the password alone are answered from memory when reconnecting; one-time codes are asked for each time', async () => {
    const hop = await askingServer({ prompts: ['Password: '], right: ['right'] }, { prompts: ['Verification code: '], right: ['1'] });
    const code = { kind: 'prompts', answers: ['1'] } as const;
    const user = userWho({ kind: 'prompts', answers: ['right'] }, code, code);
    const identities = createIdentities({ ask: user.ask, usualFiles: [] });
    expect((await logIn(hop, identities)).isIn).toBe(true);
    expect((await logIn(hop, identities)).isIn).toBe(true);
    expect(user.asked).toHaveLength(3);
  });

  // catches a user who keeps the password and is asked for it all the same, and a terminal where nobody could answer
  test('for the password alone are answered with the one that is kept, and by the user where that is outdated', async () => {
    const hop = await askingServer({ prompts: ['Password: '], right: ['right'] });
    const { store, items } = keychain();
    const kept = `ssh-password p ada@127.0.0.1:${hop.port}`;
    const user = userWho({ kind: 'prompts', answers: ['right'] });
    const identities = () => createIdentities({ ask: user.ask, secrets: { store, profileId: 'p' }, usualFiles: [] });
    items.set(kept, 'right');
    expect((await logIn(hop, identities())).isIn).toBe(true);
    expect(user.asked).toEqual([]);
    items.set(kept, 'old');
    expect((await logIn(hop, identities())).isIn).toBe(true);
    expect(user.asked).toMatchObject([{ kind: 'prompts', isAgain: true }]);
  });

  test('answered wrongly come again up to three times, and the wrong password is not remembered', async () => {
    const hop = await askingServer({ prompts: ['Password: '], right: ['right'] });
    const wrong = { kind: 'prompts', answers: ['wrong'] } as const;
    const user = userWho(wrong, wrong, wrong, { kind: 'prompts', answers: ['right'] });
    const identities = createIdentities({ ask: user.ask, usualFiles: [] });
    expect((await logIn(hop, identities)).isIn).toBe(false);
    expect((await logIn(hop, identities)).isIn).toBe(true);
    // the last is of a new login, whose end the user has been told
    expect(user.asked.map((question) => 'isAgain' in question && question.isAgain)).toEqual([false, true, true, false]);
  });

  test('say of every round after a wrong code that the answers before were not accepted', async () => {
    const hop = await askingServer({ prompts: ['Password: '], right: ['right'] }, { prompts: ['Verification code: '], right: ['1'] });
    const [password, wrong, code] = ['right', '2', '1'].map((answer) => ({ kind: 'prompts', answers: [answer] }) as const);
    const user = userWho(...[password, wrong, password, code, code].filter((reply) => reply !== undefined));
    const identities = createIdentities({ ask: user.ask, usualFiles: [] });
    expect((await logIn(hop, identities)).isIn).toBe(true);
    expect(user.asked).toMatchObject([{ isAgain: false }, { isAgain: false }, { isAgain: true }, { isAgain: true }]);
    // the password that let the user in with the right code is remembered
    expect((await logIn(hop, identities)).isIn).toBe(true);
    expect(user.asked.slice(4)).toMatchObject([{ prompts: [{ text: 'Verification code: ' }], isAgain: false }]);
  });

  test('given up, or with too few answers, do not hang the login', async () => {
    const hop = await askingServer({ prompts: ['a', 'b'], right: ['1', '2'] });
    const user = userWho({ kind: 'prompts', answers: ['1'] });
    expect((await logIn(hop, createIdentities({ ask: user.ask, usualFiles: [] }))).isIn).toBe(false);
    expect(user.asked).toHaveLength(2);
  });

  test('that a server never asks are not offered three times', async () => {
    const hop = await startServer(['keyboard-interactive'], (context) => context.reject(['keyboard-interactive']));
    expect((await logIn(hop, createIdentities({ ask: userWho().ask, usualFiles: [] }))).tried).toHaveLength(1);
  });
});

test('keys come before questions and questions before the password, as OpenSSH does', async () => {
  const { identities } = await createIdentities({ ask: userWho().ask, usualFiles: [] }).list(hopTo('x'), new AbortController().signal);
  expect(identities.map(({ method }) => method)).toEqual([
    ...Array<string>(3).fill('keyboard-interactive'),
    ...Array<string>(3).fill('password'),
  ]);
});

describe.runIf(canFakeAccounts())('a real sshd', () => {
  test('takes the password after a wrong one', async () => {
    const sshd = await startPasswordSshd(await temporaryFolder(), 'pass wörd', [
      'UsePAM no',
      'PasswordAuthentication yes',
      'KbdInteractiveAuthentication no',
    ]);
    const user = userWho(types('wrong'), types('pass wörd'));
    const { isIn, tried } = await logIn(hopTo('127.0.0.1', sshd), createIdentities({ ask: user.ask, usualFiles: [] }));
    expect({ isIn, tried }).toEqual({ isIn: true, tried: ['password', 'password, attempt 2'] });
  });

  test('asks by PAM before it takes a password, and is answered from memory the next time', async () => {
    const sshd = await startPasswordSshd(await temporaryFolder(), 'secret', [
      'UsePAM yes',
      'PasswordAuthentication yes',
      'KbdInteractiveAuthentication yes',
    ]);
    const user = userWho({ kind: 'prompts', answers: ['secret'] });
    const identities = createIdentities({ ask: user.ask, usualFiles: [] });
    expect(await logIn(hopTo('127.0.0.1', sshd), identities)).toMatchObject({ isIn: true, tried: ["the server's questions"] });
    expect((await logIn(hopTo('127.0.0.1', sshd), identities)).isIn).toBe(true);
    expect(user.asked).toMatchObject([{ kind: 'prompts', prompts: [{ isSecret: true }] }]);
  });
});

test.runIf(canAskForCodes())('a real sshd asks for a one-time code, and the same one opens it only once', async () => {
  const config = ['UsePAM yes', 'PasswordAuthentication no', 'KbdInteractiveAuthentication yes'];
  const sshd = await startPasswordSshd(await temporaryFolder(), 'secret', config, true);
  const [first, second] = oneTimeCodes;
  const user = userWho(...['secret', first, first, 'secret', second].map((answer) => ({ kind: 'prompts', answers: [answer] }) as const));
  const identities = createIdentities({ ask: user.ask, usualFiles: [] });
  expect((await logIn(hopTo('127.0.0.1', sshd), identities)).isIn).toBe(true);
  // the password is remembered; the code is not, and the one used before is refused
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
