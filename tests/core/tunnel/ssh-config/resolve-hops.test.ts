import { describe, expect, test } from 'vitest';
import { resolveHops } from '../../../../electron/core/tunnel/ssh-config/resolve-hops.ts';
import { defaultIdentityFiles } from '../../../../electron/core/tunnel/ssh-config/ssh-environment.ts';
import { hopBy, machine, roadBy } from './config-fixture.ts';

test('a host without any config still gets the usual login, port, keys and known_hosts files', async () => {
  const hop = await hopBy('', { host: 'Instance.Example' });
  expect(hop).toMatchObject({ name: 'Instance.Example', host: 'instance.example', port: 22, login: 'ada', agent: '/run/agent' });
  expect(hop.identityFiles).toEqual(defaultIdentityFiles({ home: '/home/ada', isWindows: false }));
  expect(hop.knownHostsFiles[0]).toBe('/home/ada/.ssh/known_hosts');
  expect(hop.knownHostsFiles).toContain('/etc/ssh/ssh_known_hosts');
});

test('what the profile says outranks the config, which still gives the rest', async () => {
  const config = 'Host inst*\n Port 2200\n User root\n IdentityFile ~/.ssh/cloud\n';
  expect(await hopBy(config, { host: 'instance', port: 22, login: 'grace' })).toMatchObject({
    port: 22,
    login: 'grace',
    identityFiles: ['/home/ada/.ssh/cloud'],
  });
});

describe('jump hosts', () => {
  test('come first and each by its own section, or a bastion is met with the instance’s login', async () => {
    const config = `
Host target
  User inner
  ProxyJump gate,mid@10.0.0.2:2222
Host gate
  HostName gate.example
  User outer
  IdentityFile ~/.ssh/gate
`;
    const { hops } = await roadBy(config);
    expect(hops.map(({ login, host, port }) => `${login}@${host}:${port}`)).toEqual([
      'outer@gate.example:22',
      'mid@10.0.0.2:2222',
      'inner@target:22',
    ]);
    expect(hops[0].identityFiles).toEqual(['/home/ada/.ssh/gate']);
  });

  test('of a jump host are followed only where it is the first of the list', async () => {
    const config = 'Host target\n ProxyJump a,b\nHost a\n ProxyJump outermost\nHost b\n ProxyJump never\n';
    expect((await roadBy(config)).hops.map(({ name }) => name)).toEqual(['outermost', 'a', 'b', 'target']);
  });

  test('none and an earlier ProxyCommand switch a later ProxyJump off', async () => {
    expect((await roadBy('Host target\n ProxyJump none\nHost *\n ProxyJump gate\n')).hops).toHaveLength(1);
    expect((await roadBy('Host target\n ProxyCommand none\nHost *\n ProxyJump gate\n')).hops).toHaveLength(1);
  });

  test('as URIs and IPv6 addresses', async () => {
    const { hops } = await roadBy('Host target\n ProxyJump ssh://ada%40lab@gate:2022,[fe80::1]:2200\n');
    expect(hops.map(({ login, host, port }) => [login, host, port])).toEqual([
      ['ada@lab', 'gate', 2022],
      ['ada', 'fe80::1', 2200],
      ['ada', 'target', 22],
    ]);
  });

  test('in a circle, or made up without end, are a failure and not a hung program', async () => {
    for (const config of [
      'Host *\n ProxyJump gate\n',
      'Host target\n ProxyJump a\nHost a\n ProxyJump target\n',
      'Host *\n ProxyJump x%h\n',
    ]) {
      const road = await resolveHops({ alias: 'target' }, machine({ config }));
      expect(road, config).toMatchObject({ ok: false, failure: { code: 'invalid-input' } });
    }
  });

  test('that make no sense, or look like an option of ssh, are a failure', async () => {
    for (const jump of ['a:99999', '@a', 'a:', '-oProxyCommand=evil', 'ssh://a/path', 'a,,b', '%Z']) {
      const road = await resolveHops({ alias: 'target' }, machine({ config: `Host target\n ProxyJump ${jump}\n` }));
      expect(road, jump).toMatchObject({ ok: false, failure: { code: 'invalid-input' } });
    }
  });
});

describe('what can’t be honoured is named', () => {
  const notes = async (config: string): Promise<string> => (await roadBy(config)).notes.join('\n');

  test.each([
    ['ProxyCommand nc %h %p', 'ProxyCommand nc %h %p is not honoured'],
    ['PKCS11Provider /usr/lib/x.so', 'PKCS11Provider'],
    ['StrictHostKeyChecking no', 'always asks'],
    ['RevokedHostKeys /etc/revoked', 'RevokedHostKeys'],
    ['IdentityFile ~/.ssh/%Z', 'the token %Z is not known'],
    ['IdentityFile ${NOWHERE}/key', 'the environment has no NOWHERE'],
    ['IdentityFile ~grace/key', 'home folder of grace'],
    ['Port none-such', 'Port none-such makes no sense'],
    ['ServerAliveInterval "10', "line 2 can't be read"],
  ])('%s', async (line, said) => {
    expect(await notes(`Host target\n  ${line}\n`)).toContain(said);
  });

  test('but not for other hosts, nor where the value asks for nothing', async () => {
    expect(
      await notes('Host other\n ProxyCommand nc\nHost target\n ProxyCommand none\n StrictHostKeyChecking ask\n AddressFamily any\n'),
    ).toBe('');
  });

  test('Match exec and newer criteria, without a command being run', async () => {
    const config = (criteria: string): string => `Match ${criteria}\n  User trapped\n`;
    for (const criteria of ['exec "touch /tmp/causeway-was-here"', 'host target exec true', 'localnetwork 10.0.0.0/8', 'tagged x']) {
      const { hops, notes } = await roadBy(config(criteria));
      expect(hops[0].login, criteria).toBe('ada');
      expect(notes.join(), criteria).toContain('is not evaluated');
    }
    expect((await roadBy(config('host other exec true'))).notes).toEqual([]);
  });
});

describe('Include', () => {
  const read = async (files: Record<string, string>) => resolveHops({ alias: 'target' }, machine(files));

  test('is relative to ~/.ssh, takes wildcards in order, and leaves the surrounding section as it was', async () => {
    const road = await read({
      config: 'Host target\n Include conf.d/*.conf\n IdentitiesOnly yes\n',
      '/home/ada/.ssh/conf.d/20.conf': 'User late\n',
      '/home/ada/.ssh/conf.d/10.conf': 'User early\nHost elsewhere\n Port 99\n',
      '/home/ada/.ssh/conf.d/.hidden.conf': 'User hidden\n',
    });
    expect(road).toMatchObject({ ok: true, value: { hops: [{ login: 'early', port: 22, identitiesOnly: true }] } });
  });

  test('inside a section that does not apply, applies nothing', async () => {
    const road = await read({ config: 'Host other\n Include more\n', '/home/ada/.ssh/more': 'Host target\n User wrong\n' });
    expect(road).toMatchObject({ ok: true, value: { hops: [{ login: 'ada' }] } });
  });

  test('of itself ends, and says so', async () => {
    const road = await read({ config: 'Include config\nUser ada2\n' });
    expect(road).toMatchObject({ ok: true, value: { hops: [{ login: 'ada2' }], notes: [expect.stringContaining('deep')] } });
  });

  test('of the system’s file is relative to that', async () => {
    const road = await read({ '/etc/ssh/ssh_config': 'Include ssh_config.d/*\n', '/etc/ssh/ssh_config.d/a': 'User system\n' });
    expect(road).toMatchObject({ ok: true, value: { hops: [{ login: 'system' }] } });
  });
});

describe('the agent', () => {
  test.each([
    ['', '/run/agent'],
    ['IdentityAgent none', undefined],
    ['IdentityAgent SSH_AUTH_SOCK', '/run/agent'],
    ['IdentityAgent $OTHER', '/run/other'],
    ['IdentityAgent $ABSENT', undefined],
    ['IdentityAgent ~/.agent/%r', '/home/ada/.agent/ada'],
    ['IdentityAgent "${KEYS}/my agent"', '/keys/my agent'],
  ])('%s', async (line, agent) => {
    const environment = { SSH_AUTH_SOCK: '/run/agent', OTHER: '/run/other', KEYS: '/keys' };
    expect((await hopBy(`Host target\n ${line}\n`, { alias: 'target' }, { variables: environment })).agent).toBe(agent);
  });

  test('of Windows is a pipe, and its paths keep their backslashes', async () => {
    const config = 'Host target\n IdentityFile C:\\keys\\id_rsa\n IdentityFile ~\\.ssh\\other\n';
    const hop = await hopBy(
      config,
      { alias: 'target' },
      { isWindows: true, home: 'C:\\Users\\ada', variables: {}, configFiles: [{ path: '/home/ada/.ssh/config', owner: 'user' }] },
    );
    expect(hop.agent).toBe('\\\\.\\pipe\\openssh-ssh-agent');
    expect(hop.identityFiles).toEqual(['C:\\keys\\id_rsa', 'C:\\Users\\ada\\.ssh\\other']);
  });
});

test('an unreadable file is named and the others still count', async () => {
  const surroundings = machine({ '/etc/ssh/ssh_config': 'User system\n' });
  const reader = {
    ...surroundings.reader,
    read: (file: string) => (file.startsWith('/home') ? Promise.reject(new Error('EACCES')) : surroundings.reader.read(file)),
  };
  const road = await resolveHops({ alias: 'target' }, { ...surroundings, reader });
  expect(road).toMatchObject({ ok: true, value: { hops: [{ login: 'system' }], notes: [expect.stringContaining("can't be read")] } });
});

test('a garbled Host line takes its section with it, or its settings would reach every host', async () => {
  const { hops } = await roadBy('Host "broken\n  User wrong\nHost target\n  Port 2201\n');
  expect(hops[0]).toMatchObject({ login: 'ada', port: 2201 });
});

test('a host or login that would be an option or a command to the system’s ssh is refused', async () => {
  for (const instance of [
    { host: '-oProxyCommand=evil' },
    { host: 'a;b' },
    { host: '' },
    { host: 'a', login: '-l' },
    { host: 'a', login: 'x`id`' },
  ]) {
    expect(await resolveHops(instance, machine({}))).toMatchObject({ ok: false, failure: { code: 'invalid-input' } });
  }
  expect(await resolveHops({ host: 'a', login: 'LAB\\\\ada' }, machine({}))).toMatchObject({ ok: true });
});
