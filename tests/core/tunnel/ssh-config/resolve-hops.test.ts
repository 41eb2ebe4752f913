import { describe, expect, test } from 'vitest';
import { resolveHops, listAliases } from '../../../../electron/core/tunnel/ssh-config/resolve-hops.ts';
import { defaultIdentityFiles } from '../../../../electron/core/tunnel/ssh-config/ssh-environment.ts';
import { hopBy, machine, resolveConfig } from './config-fixture.ts';
import { expansionProblems } from '../../../../electron/core/tunnel/text.ts';

test('gives a host without any config the default login, port, keys and known_hosts files', async () => {
  const hop = await hopBy('', { host: 'Instance.Example' });
  expect(hop).toMatchObject({ name: 'Instance.Example', host: 'instance.example', port: 22, login: 'ada', agent: '/run/agent' });
  expect(hop.identityFiles).toEqual(defaultIdentityFiles({ home: '/home/ada', isWindows: false }));
  expect(hop.knownHostsFiles[0]).toBe('/home/ada/.ssh/known_hosts');
  expect(hop.knownHostsFiles).toContain('/etc/ssh/ssh_known_hosts');
});

test('prefers the profile’s values over the config’s', async () => {
  const config = 'Host inst*\n Port 2200\n User root\n IdentityFile ~/.ssh/cloud\n';
  expect(await hopBy(config, { host: 'instance', port: 22, login: 'grace' })).toMatchObject({
    port: 22,
    login: 'grace',
    identityFiles: ['/home/ada/.ssh/cloud'],
  });
});

describe('jump hosts', () => {
  test('come first, each with the settings of its own section (catches a bastion getting the instance’s login)', async () => {
    const config = `
Host target
  User inner
  ProxyJump gate,mid@10.0.0.2:2222
Host gate
  HostName gate.example
  User outer
  IdentityFile ~/.ssh/gate
`;
    const { hops } = await resolveConfig(config);
    expect(hops.map(({ login, host, port }) => `${login}@${host}:${port}`)).toEqual([
      'outer@gate.example:22',
      'mid@10.0.0.2:2222',
      'inner@target:22',
    ]);
    expect(hops[0].identityFiles).toEqual(['/home/ada/.ssh/gate']);
  });

  test('follows the jump hosts of a jump host only if it is the first in the list', async () => {
    const config = 'Host target\n ProxyJump a,b\nHost a\n ProxyJump outermost\nHost b\n ProxyJump never\n';
    expect((await resolveConfig(config)).hops.map(({ name }) => name)).toEqual(['outermost', 'a', 'b', 'target']);
  });

  test('ignores a later ProxyJump after "none" or an earlier ProxyCommand', async () => {
    expect((await resolveConfig('Host target\n ProxyJump none\nHost *\n ProxyJump gate\n')).hops).toHaveLength(1);
    expect((await resolveConfig('Host target\n ProxyCommand none\nHost *\n ProxyJump gate\n')).hops).toHaveLength(1);
  });

  test('accepts URIs and IPv6 addresses', async () => {
    const { hops } = await resolveConfig('Host target\n ProxyJump ssh://ada%40lab@gate:2022,[fe80::1]:2200\n');
    expect(hops.map(({ login, host, port }) => [login, host, port])).toEqual([
      ['ada@lab', 'gate', 2022],
      ['ada', 'fe80::1', 2200],
      ['ada', 'target', 22],
    ]);
  });

  test('fails when they form a loop or never end (catches a hanging program)', async () => {
    for (const config of [
      'Host *\n ProxyJump gate\n',
      'Host target\n ProxyJump a\nHost a\n ProxyJump target\n',
      'Host *\n ProxyJump x%h\n',
    ]) {
      const hopChain = await resolveHops({ alias: 'target' }, machine({ config }));
      expect(hopChain, config).toMatchObject({ ok: false, failure: { code: 'invalid-input' } });
    }
  });

  test('fails when they are invalid or look like an option of ssh', async () => {
    for (const jump of ['a:99999', '@a', 'a:', '-oProxyCommand=evil', 'ssh://a/path', 'a,,b', '%Z']) {
      const hopChain = await resolveHops({ alias: 'target' }, machine({ config: `Host target\n ProxyJump ${jump}\n` }));
      expect(hopChain, jump).toMatchObject({ ok: false, failure: { code: 'invalid-input' } });
    }
  });
});

describe('unsupported settings', () => {
  const notes = async (config: string): Promise<string> => (await resolveConfig(config)).notes.join('\n');

  test.each([
    ['ProxyCommand nc %h %p', 'ProxyCommand nc %h %p isn’t supported'],
    ['PKCS11Provider /usr/lib/x.so', 'PKCS11Provider'],
    ['StrictHostKeyChecking no', 'always asks'],
    ['RevokedHostKeys /etc/revoked', 'RevokedHostKeys'],
    ['IdentityFile ~/.ssh/%Z', expansionProblems.unknownToken('Z')],
    ['IdentityFile ${NOWHERE}/key', expansionProblems.noVariable('NOWHERE')],
    ['IdentityFile ~grace/key', 'home folder of grace'],
    ['Port none-such', 'Port none-such is ignored'],
    ['ServerAliveInterval "10', 'line 2 isn’t valid'],
  ])('are reported: %s', async (line, note) => {
    expect(await notes(`Host target\n  ${line}\n`)).toContain(note);
  });

  test('are not reported for other hosts, nor if the value changes nothing', async () => {
    expect(
      await notes('Host other\n ProxyCommand nc\nHost target\n ProxyCommand none\n StrictHostKeyChecking ask\n AddressFamily any\n'),
    ).toBe('');
  });

  test('include Match exec and newer criteria, and no command is run', async () => {
    const config = (criteria: string): string => `Match ${criteria}\n  User trapped\n`;
    for (const criteria of ['exec "touch /tmp/causeway-was-here"', 'host target exec true', 'localnetwork 10.0.0.0/8', 'tagged x']) {
      const { hops, notes } = await resolveConfig(config(criteria));
      expect(hops[0].login, criteria).toBe('ada');
      expect(notes.join(), criteria).toContain('is ignored with its section');
    }
    expect((await resolveConfig(config('host other exec true'))).notes).toEqual([]);
  });
});

describe('Include', () => {
  const read = async (files: Record<string, string>) => resolveHops({ alias: 'target' }, machine(files));

  test('is relative to ~/.ssh, expands wildcards in order and keeps the surrounding section', async () => {
    const hopChain = await read({
      config: 'Host target\n Include conf.d/*.conf\n IdentitiesOnly yes\n',
      '/home/ada/.ssh/conf.d/20.conf': 'User late\n',
      '/home/ada/.ssh/conf.d/10.conf': 'User early\nHost elsewhere\n Port 99\n',
      '/home/ada/.ssh/conf.d/.hidden.conf': 'User hidden\n',
    });
    expect(hopChain).toMatchObject({ ok: true, value: { hops: [{ login: 'early', port: 22, identitiesOnly: true }] } });
  });

  test('applies nothing inside a section that doesn’t apply', async () => {
    const hopChain = await read({ config: 'Host other\n Include more\n', '/home/ada/.ssh/more': 'Host target\n User wrong\n' });
    expect(hopChain).toMatchObject({ ok: true, value: { hops: [{ login: 'ada' }] } });
  });

  test('stops at a file that includes itself, and reports it', async () => {
    const hopChain = await read({ config: 'Include config\nUser ada2\n' });
    expect(hopChain).toMatchObject({ ok: true, value: { hops: [{ login: 'ada2' }], notes: [expect.stringContaining('deep')] } });
  });

  test('is relative to the system’s file when that includes', async () => {
    const hopChain = await read({ '/etc/ssh/ssh_config': 'Include ssh_config.d/*\n', '/etc/ssh/ssh_config.d/a': 'User system\n' });
    expect(hopChain).toMatchObject({ ok: true, value: { hops: [{ login: 'system' }] } });
  });
});

describe('IdentityAgent', () => {
  test.each([
    ['', '/run/agent'],
    ['IdentityAgent none', undefined],
    ['IdentityAgent SSH_AUTH_SOCK', '/run/agent'],
    ['IdentityAgent $OTHER', '/run/other'],
    ['IdentityAgent $ABSENT', undefined],
    ['IdentityAgent ~/.agent/%r', '/home/ada/.agent/ada'],
    ['IdentityAgent "${KEYS}/my agent"', '/keys/my agent'],
  ])('resolves %s', async (line, agent) => {
    const environment = { SSH_AUTH_SOCK: '/run/agent', OTHER: '/run/other', KEYS: '/keys' };
    expect((await hopBy(`Host target\n ${line}\n`, { alias: 'target' }, { variables: environment })).agent).toBe(agent);
  });

  test('defaults to a pipe on Windows, where paths keep their backslashes', async () => {
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

test('reports an unreadable file and still uses the others', async () => {
  const environment = machine({ '/etc/ssh/ssh_config': 'User system\n' });
  const reader = {
    ...environment.reader,
    read: (file: string) => (file.startsWith('/home') ? Promise.reject(new Error('EACCES')) : environment.reader.read(file)),
  };
  const hopChain = await resolveHops({ alias: 'target' }, { ...environment, reader });
  expect(hopChain).toMatchObject({ ok: true, value: { hops: [{ login: 'system' }], notes: [expect.stringContaining('can’t read it')] } });
});

test('drops the section of an unreadable Host line (catches its settings reaching every host)', async () => {
  const { hops } = await resolveConfig('Host "broken\n  User wrong\nHost target\n  Port 2201\n');
  expect(hops[0]).toMatchObject({ login: 'ada', port: 2201 });
});

test('rejects a host or login that the system’s ssh would take for an option or a command', async () => {
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

test('lists each alias once with its destination, including included ones, without patterns', async () => {
  const aliases = await listAliases(
    machine({
      config:
        'Include more\nHost *.lab !gate.lab\n User lab\nHost gate.lab big "no name"\n HostName 10.0.0.1\n Port 2222\nHost gate.lab\n User late\n',
      '/home/ada/.ssh/more': 'Host included\n User inc\n',
    }),
  );
  expect(aliases).toEqual([
    { alias: 'included', host: 'included', port: 22, login: 'inc', notes: [] },
    { alias: 'gate.lab', host: '10.0.0.1', port: 2222, login: 'late', notes: [] },
    { alias: 'big', host: '10.0.0.1', port: 2222, login: 'ada', notes: [] },
  ]);
});

test('reports the unsupported settings of an alias, and only of that alias', async () => {
  const [plain, odd] = await listAliases(
    machine({ config: 'Host plain\nHost odd\n ProxyCommand nc %h %p\n Port none-such\nMatch exec "true"\n User never\n' }),
  );
  expect(plain?.notes).toEqual([expect.stringContaining('Match exec')]);
  expect(odd).toMatchObject({ port: 22, login: 'ada' });
  expect(odd?.notes.join('\n')).toMatch(/Match exec[\s\S]*Port none-such[\s\S]*ProxyCommand/);
});
