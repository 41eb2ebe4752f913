import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { listAliases, resolveAlias, resolveHops, type Instance } from '../../../electron/core/tunnel/ssh-config/resolve-hops.ts';
import {
  defaultIdentityFiles,
  systemSshEnvironment,
  type SshEnvironment,
} from '../../../electron/core/tunnel/ssh-config/ssh-environment.ts';
import { expansionProblems } from '../../../electron/core/tunnel/text.ts';
import type { Hop, HopChain } from '../../../electron/core/tunnel/types.ts';
import { must } from '../../support/must.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/** The environment of a user with these files below ~/.ssh. `HOME` in them is the home folder, because ssh knows only the real one. */
async function machine(files: Readonly<Record<string, string>>, overrides: Partial<SshEnvironment> = {}): Promise<SshEnvironment> {
  const home = await temporaryFolder();
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(home, '.ssh', name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, text.replaceAll('HOME', home), { mode: 0o600 });
  }
  const environment = systemSshEnvironment({ SSH_AUTH_SOCK: '/run/agent', KEYS: '/keys' });
  return { ...environment, home, userConfig: path.join(home, '.ssh', 'config'), ...overrides };
}

async function resolveConfig(config: string, instance: Instance = { alias: 'target' }): Promise<HopChain> {
  return must(await resolveHops(instance, await machine({ config })));
}

async function hopBy(config: string, instance?: Instance): Promise<Hop> {
  const { hops } = await resolveConfig(config, instance);
  return hops.at(-1) ?? hops[0];
}

const withSsh = {};
const withoutSsh = { ssh: undefined };

describe.each([
  ['ssh', withSsh],
  ['no ssh', withoutSsh],
])('with %s on the machine', (_, overrides) => {
  test('gives a host without any config the default login, port, keys and known_hosts files', async () => {
    const environment = await machine({}, overrides);
    const { hops } = must(await resolveHops({ host: 'Instance.Example' }, environment));
    expect(hops[0]).toMatchObject({ name: 'Instance.Example', host: 'instance.example', port: 22, login: os.userInfo().username });
    expect(hops[0]).toMatchObject({ agent: '/run/agent', connectTimeoutMs: 20_000, keepaliveMs: 10_000, hasProxyCommand: false });
    const defaults = defaultIdentityFiles(environment);
    expect(hops[0].identityFiles.filter((file) => !defaults.includes(file))).toEqual([]);
    expect(hops[0].identityFiles).toContain(path.join(environment.home, '.ssh/id_ed25519'));
    expect(hops[0].knownHostsFiles.map((file) => path.basename(file))).toContain('known_hosts');
    expect(hops[0].knownHostsFiles).toContain('/etc/ssh/ssh_known_hosts');
  });

  test('prefers the profile’s values over the config’s, and the first value over later ones', async () => {
    const config = 'Host inst*\n Port 2200\n User root\n IdentityFile ~/.ssh/cloud\nHost *\n Port 99\n IdentityFile /k/%r-%%\n';
    const environment = await machine({ config }, overrides);
    const { hops } = must(await resolveHops({ host: 'instance', login: 'grace' }, environment));
    const identityFiles = [path.join(environment.home, '.ssh/cloud'), '/k/grace-%'];
    expect(hops[0]).toMatchObject({ port: 2200, login: 'grace', identityFiles });
  });

  test('puts jump hosts first, each with the settings of its own block (catches a bastion getting the instance’s login)', async () => {
    const config =
      'Host target\n User inner\n ProxyJump gate,mid@10.0.0.2:2222\nHost gate\n HostName %h.example\n User outer\n IdentityFile /k/gate\n';
    const { hops } = must(await resolveHops({ alias: 'target' }, await machine({ config }, overrides)));
    expect(hops.map(({ login, host, port }) => `${login}@${host}:${port}`)).toEqual([
      'outer@gate.example:22',
      'mid@10.0.0.2:2222',
      'inner@target:22',
    ]);
    expect(hops[0].identityFiles).toEqual(['/k/gate']);
  });

  test('follows the jump hosts of a jump host only if it is the first in the list', async () => {
    const config = 'Host target\n ProxyJump a,b\nHost a\n ProxyJump outermost\nHost b\n ProxyJump never\n';
    const { hops } = must(await resolveHops({ alias: 'target' }, await machine({ config }, overrides)));
    expect(hops.map(({ name }) => name)).toEqual(['outermost', 'a', 'b', 'target']);
  });

  test('reads included files in order, and only in blocks that apply', async () => {
    const files = {
      config: 'Host other\n Include HOME/.ssh/trap\nHost target\n Include HOME/.ssh/conf.d/*.conf\n',
      trap: 'Host target\n User trapped\n',
      'conf.d/20.conf': 'User late\n',
      'conf.d/10.conf': 'User early\nHost elsewhere\n Port 99\n',
    };
    const { hops } = must(await resolveHops({ alias: 'target' }, await machine(files, overrides)));
    expect(hops).toMatchObject([{ login: 'early', port: 22 }]);
  });

  test('fails when jump hosts form a loop or never end (catches a hanging program)', async () => {
    for (const config of ['Host *\n ProxyJump gate\n', 'Host target\n ProxyJump a\nHost a\n ProxyJump target\n']) {
      const chain = await resolveHops({ alias: 'target' }, await machine({ config }, overrides));
      const reason = expect.stringMatching(/jump-hosts-loop|system-ssh-config-invalid/);
      expect(chain, config).toMatchObject({ ok: false, failure: { reason } }); // ssh finds the shorter ones itself
    }
    const endless = await resolveHops({ alias: 'target' }, await machine({ config: 'Host *\n ProxyJump x%h\n' }, overrides));
    expect(endless).toMatchObject({ ok: false, failure: { reason: 'too-many-jump-hosts' } });
  });

  test('rejects a host or login that ssh would take for an option or a command, before it runs', async () => {
    for (const instance of [
      { host: '-oProxyCommand=touch /tmp/causeway-was-here' },
      { host: 'a;b' },
      { host: '' },
      { host: 'a', login: '-l' },
      { host: 'a', login: 'x`id`' },
    ]) {
      expect(await resolveHops(instance, await machine({}, overrides))).toMatchObject({ ok: false, failure: { code: 'invalid-input' } });
    }
    expect(await resolveHops({ host: 'a', login: String.raw`LAB\ada` }, await machine({}, overrides))).toMatchObject({ ok: true });
    expect(existsSync('/tmp/causeway-was-here')).toBe(false);
  });

  test('lists the names without patterns, also of included files', async () => {
    const files = {
      config:
        'Include more\nMatch !host a\n Port 1\nHost *.lab !gate.lab\n User lab\nHost gate.lab big "no name"\nHost gate.lab\n Port 1\n',
      more: 'Host included\n User inc\n',
    };
    expect(await listAliases(await machine(files, overrides))).toEqual(['included', 'gate.lab', 'big']);
  });
});

describe('with ssh', () => {
  test('accepts URIs and IPv6 addresses as jump hosts', async () => {
    const { hops } = await resolveConfig('Host target\n User eve\n ProxyJump ssh://ada%40lab@gate:2022,bob@[fe80::1]:2200\n');
    expect(hops.map(({ login, host, port }) => [login, host, port])).toEqual([
      ['ada@lab', 'gate', 2022],
      ['bob', 'fe80::1', 2200],
      ['eve', 'target', 22],
    ]);
  });

  test('takes Match, agents, certificates, times and known_hosts files with spaces from it', async () => {
    const config =
      'Match host target exec "true"\n User matched\nHost target\n IdentityAgent ~/agent\n IdentitiesOnly yes\n CertificateFile /k/cert\n ConnectTimeout 1m30s\n ServerAliveInterval 2m\n HostKeyAlias mine\n UserKnownHostsFile "/k/t w o" /k/%k\n GlobalKnownHostsFile none\n';
    const hop = await hopBy(config);
    expect(hop).toMatchObject({ login: 'matched', identitiesOnly: true, certificateFiles: ['/k/cert'], hostKeyAlias: 'mine' });
    expect(hop).toMatchObject({ connectTimeoutMs: 90_000, keepaliveMs: 120_000, knownHostsFiles: ['/k/t w o', '/k/mine'] });
    expect(path.basename(hop.agent ?? '')).toBe('agent');
    expect((await hopBy('IdentityAgent none\nIdentityFile none\n')).agent).toBeUndefined();
    expect((await hopBy('IdentityAgent none\nIdentityFile none\n')).identityFiles).toEqual([]);
    expect((await hopBy('IdentityAgent $KEYS\n')).agent).toBe('/keys');
  });

  test('expands the names of key files as ssh does when it opens them', async () => {
    const config =
      'Host target\n HostName 10.0.0.1\n Port 2022\n User ada\n IdentityFile ${KEYS}/%h_%r\n IdentityFile %d/%n-%p-%u-%L-%l-%i-%%\n';
    const environment = { ...(await machine({ config })), home: os.userInfo().homedir };
    const { hops } = must(await resolveHops({ alias: 'target' }, environment));
    const words = ['-v', '-F', environment.userConfig, '-o', 'ProxyCommand=false', 'target'];
    const debug = spawnSync('ssh', words, { env: { ...process.env, KEYS: '/keys' }, encoding: 'utf8', input: '' }).stderr;
    const opened = [...debug.matchAll(/identity file (.*) type -?\d+/g)].map(([, name = '']) => name);
    expect(hops[0].identityFiles).toEqual(opened.filter((name) => !name.endsWith('-cert')));
  });

  test.each([
    ['ProxyCommand nc %h %p', 'ProxyCommand nc %h %p isn’t supported'],
    ['PKCS11Provider /usr/lib/x.so', 'PKCS11Provider'],
    ['RevokedHostKeys /etc/revoked', 'RevokedHostKeys'],
    ['BindAddress 10.0.0.1', 'BindAddress'],
    ['IdentityFile ~/.ssh/%Z', expansionProblems.unknownToken('Z')],
    ['IdentityFile ${NOWHERE}/key', expansionProblems.noVariable('NOWHERE')],
    ['IdentityFile ~grace/key', 'home folder of grace'],
  ])('reports an unsupported setting: %s', async (line, note) => {
    expect((await resolveConfig(`Host target\n  ${line}\n`)).notes.join('\n')).toContain(note);
    expect((await resolveConfig(`Host other\n  ${line}\n`)).notes).toEqual([]);
  });

  test('fails with ssh’s own words when it rejects the config', async () => {
    const chain = await resolveHops({ alias: 'target' }, await machine({ config: 'Host target\n Port 22\n Prot 23\n' }));
    expect(chain).toMatchObject({
      ok: false,
      failure: { reason: 'system-ssh-config-invalid', params: { line: expect.stringMatching(/line 3.*prot/i) } },
    });
  });

  test('stops waiting for a command that doesn’t end', async () => {
    const environment = await machine({ config: 'Match exec "sleep 60"\n User late\n' });
    expect(await resolveHops({ alias: 'target' }, environment)).toMatchObject({
      ok: false,
      failure: { reason: 'system-ssh-config-invalid' },
    });
  });

  test('fails when a jump host is invalid or looks like an option', async () => {
    for (const jump of ['-oProxyCommand=evil', '%Z', "a'b"]) {
      const chain = await resolveHops({ alias: 'target' }, await machine({ config: `Host target\n ProxyJump ${jump}\n` }));
      expect(chain, jump).toMatchObject({ ok: false, failure: { code: 'invalid-input' } });
    }
  });

  test('resolves an entry with its destination and the notes of its whole chain', async () => {
    const config = 'Host lab\n HostName 10.0.0.1\n Port 2222\n User ada\n ProxyJump gate\nHost gate\n ProxyCommand nc %h %p\n';
    expect(must(await resolveAlias('lab', await machine({ config })))).toEqual({
      alias: 'lab',
      host: '10.0.0.1',
      port: 2222,
      login: 'ada',
      notes: [expect.stringContaining('ProxyCommand')],
    });
  });
});

describe('without ssh', () => {
  test('says which settings of the host it ignores', async () => {
    const config = 'Host target\n User ada\n IdentitiesOnly yes\nMatch host target\n Port 1\nHost other\n Compression yes\n';
    const { hops, notes } = must(await resolveHops({ alias: 'target' }, await machine({ config }, withoutSsh)));
    expect(hops[0]).toMatchObject({ login: 'ada', port: 22 });
    expect(notes.join()).toMatch(/^target: IdentitiesOnly, Match\b.* is ignored/);
    expect(notes.join()).not.toContain('Compression');
  });

  test('stops at a file that includes itself, and reports an unreadable one', async () => {
    const files = { config: 'Include config\nInclude broken\nUser ada2\n', broken: 'Host "open\n' };
    const { hops, notes } = must(await resolveHops({ alias: 'target' }, await machine(files, withoutSsh)));
    expect(hops[0].login).toBe('ada2');
    expect(notes.join()).toContain('broken is ignored');
  });
});
