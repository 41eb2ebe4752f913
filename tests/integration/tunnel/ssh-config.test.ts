/** @module-tag long */
import { execFile, spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import type { Hop } from '../../../electron/core/tunnel/types.ts';
import { resolveHops } from '../../../electron/core/tunnel/ssh-config/resolve-hops.ts';
import { systemSshEnvironment, type SshEnvironment } from '../../../electron/core/tunnel/ssh-config/ssh-environment.ts';
import { seeded } from '../../support/seeded.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { must } from '../../support/must.ts';
import { generateConfig } from './generated-ssh-config.ts';

const environment = { ...process.env, SSH_AUTH_SOCK: '/run/test-agent', KEYS: '/keys' };

/** Configs that real ssh must read as we do, each with the aliases to resolve. */
const corpus: readonly (readonly [name: string, aliases: readonly string[], config: string])[] = [
  ['the first value wins', ['a'], 'Host a\n User one\n Port 1001\nHost *\n User two\n Port 1002\n Compression yes\n'],
  ['settings before any Host', ['a'], 'User early\nHost a\n User late\n'],
  [
    'wildcards and negation',
    ['web1', 'web12', 'web', 'db.lab', 'gate.lab'],
    'Host web?\n Port 1\nHost *.lab !gate.lab\n Port 2\nHost !nothing\n Port 3\nHost web*\n Port 4\n',
  ],
  ['only negated patterns match nothing', ['a'], 'Host !b\n Port 7\n'],
  ['patterns mind the case, host names do not keep it', ['Web', 'web'], 'Host Web\n Port 5\n HostName Example.ORG\n'],
  ['equals signs, tabs, CRLF and odd case', ['a'], 'hOsT=a\r\n\tPORT = 2022\r\n  user="ada"\r\n'],
  [
    'quotes of both kinds and escapes',
    ['a', 'b'],
    `Host a "b"\n User 'ada x'\n IdentityFile "~/.ssh/my key"\n IdentityFile ~/.ssh/it\\ s\n IdentityFile ~/".ssh"/mid\n`,
  ],
  ['comments after values', ['a'], 'Host a # not a pattern\n Port 2022 # the port\n User ada#lab\n'],
  ['tokens in HostName', ['a'], 'Host a\n HostName %h.lab.%%.example\n'],
  [
    'tokens and variables in paths',
    ['a'],
    'Host a\n HostName 10.0.0.1\n Port 2022\n User ada\n UserKnownHostsFile ~/k-%h-%n-%p-%r-%u-%L-%l-%i-%d-%% ${KEYS}/%C /k/%k\n IdentityFile ${KEYS}/%h_%r\n IdentityFile %d/%n\n',
  ],
  ['HostKeyAlias in tokens', ['a'], 'Host a\n HostKeyAlias mine\n UserKnownHostsFile /k/%k\n'],
  [
    'several key files, repeated ones once',
    ['a'],
    'Host a\n IdentityFile ~/.ssh/one\n IdentityFile ~/.ssh/two\nHost *\n IdentityFile ~/.ssh/one\n IdentityFile ~/.ssh/three\n IdentitiesOnly yes\n',
  ],
  [
    'agents',
    ['a', 'b', 'c', 'd'],
    'Host a\n IdentityAgent none\nHost b\n IdentityAgent ~/agent-%r\nHost c\n IdentityAgent SSH_AUTH_SOCK\nHost d\n IdentityAgent ${KEYS}/s\n',
  ],
  [
    'times',
    ['a', 'b'],
    'Host a\n ConnectTimeout 1m30s\n ServerAliveInterval 2m\n ServerAliveCountMax 7\nHost b\n ConnectTimeout 5\n ServerAliveInterval 15\n',
  ],
  [
    'Match host after HostName',
    ['a'],
    'Host a\n HostName real.example\nMatch host real.example\n User matched\nMatch originalhost a\n Port 99\n',
  ],
  ['Match sees %h in HostName', ['a'], 'Host a\n HostName %h.example\nMatch host *.example\n User matched\n'],
  [
    'Match user and localuser',
    ['a'],
    `Host a\n User ada\nMatch user bob,ada\n Port 11\nMatch localuser ${os.userInfo().username}\n ConnectTimeout 12\nMatch localuser !${os.userInfo().username},*\n ServerAliveCountMax 5\n`,
  ],
  ['Match user without User is the local one', ['a'], `Match user ${os.userInfo().username}\n Port 11\n`],
  [
    'Match with several criteria, negated ones and all',
    ['a', 'b'],
    'Match host a,b !user nobody\n Port 21\nMatch !host a\n User not-a\nMatch all\n ConnectTimeout 9\nMatch host=b user=not-a\n ServerAliveInterval 4\n',
  ],
  ['Match originalhost in another case', ['a'], 'Match originalhost A\n Port 31\n'],
  ['Match !final and !canonical on the first pass', ['a'], 'Match !canonical\n Port 41\n'],
  [
    'ProxyJump of many forms',
    ['a', 'b', 'c', 'd', 'e'],
    'Host a\n ProxyJump x@j:2022,k\nHost b\n ProxyJump none\nHost c\n ProxyCommand none\nHost d\n ProxyJump ssh://q@k:2023\nHost e\n ProxyJump [fe80::1]:24\nHost c\n ProxyJump z\n',
  ],
  [
    'known_hosts files: several, none',
    ['a', 'b'],
    'Host a\n UserKnownHostsFile /k/one "/k/t w o"\n GlobalKnownHostsFile /g/one\nHost b\n UserKnownHostsFile none\n',
  ],
  ['IdentityFile none', ['a'], 'Host a\n IdentityFile none\n'],
  ['a later Include is still under its Host', ['a', 'b'], 'Host a\n Include INCLUDED\n Port 51\n'],
  ['Include of nothing', ['a'], 'Include /nowhere/*\nHost a\n Port 61\n'],
];

const included = 'User inc\nHost b\n User wrong\n Port 52\n';

interface SshSettings {
  readonly values: ReadonlyMap<string, readonly string[]>;
  readonly identityFiles: readonly string[];
}

async function askSsh(file: string, alias: string): Promise<SshSettings> {
  const { stdout } = await promisify(execFile)('ssh', ['-G', '-F', file, alias], { env: environment });
  const values = new Map<string, string[]>();
  for (const line of stdout.split('\n')) {
    const [keyword = '', ...rest] = line.split(' ');
    values.set(keyword, [...(values.get(keyword) ?? []), rest.join(' ')]);
  }
  // -G prints IdentityFile unexpanded, but the debug log has the opened path.
  const debug = spawnSync('ssh', ['-v', '-F', file, '-o', 'ProxyCommand=false', alias], { env: environment, encoding: 'utf8', input: '' });
  const identityFiles = [...debug.stderr.matchAll(/identity file (.*) type -?\d+/g)]
    .map(([, name = '']) => name)
    .filter((name) => !name.endsWith('-cert'));
  return { values, identityFiles };
}

/** Uses the home folder of the user database, because ssh ignores HOME. */
function environmentWith(file: string): SshEnvironment {
  return { ...systemSshEnvironment(environment), home: os.userInfo().homedir, configFiles: [{ path: file, owner: 'user' }] };
}

function asSshSays(hop: Hop, jumps: readonly Hop[]): Record<string, unknown> {
  return {
    hostname: hop.host,
    user: hop.login,
    port: String(hop.port),
    identitiesonly: hop.identitiesOnly ? 'yes' : 'no',
    hostkeyalias: hop.hostKeyAlias,
    known: hop.knownHostsFiles.join(' '),
    identityFiles: hop.identityFiles,
    agent: hop.agent,
    jumps: jumps.length > 0,
  };
}

function asRead({ values, identityFiles }: SshSettings): Record<string, unknown> {
  const first = (keyword: string): string | undefined => values.get(keyword)?.[0];
  const agent = first('identityagent');
  const files = [first('userknownhostsfile'), first('globalknownhostsfile')].filter((file) => file !== undefined && file !== 'none');
  return {
    hostname: first('hostname'),
    user: first('user'),
    port: first('port'),
    identitiesonly: first('identitiesonly'),
    hostkeyalias: first('hostkeyalias'),
    known: [...new Set(files.join(' ').split(' '))].join(' '), // a file named twice is read once
    identityFiles,
    agent: agent === 'none' ? undefined : agent === undefined || agent === 'SSH_AUTH_SOCK' ? environment.SSH_AUTH_SOCK : agent,
    jumps: first('proxyjump') !== undefined && first('proxyjump') !== 'none',
  };
}

describe('agreement with ssh -G', () => {
  test.each(corpus)('on %s', async (_, aliases, config) => {
    const folder = await temporaryFolder();
    const file = path.join(folder, 'config');
    await writeFile(path.join(folder, 'included'), included, { mode: 0o600 });
    await writeFile(file, config.replace('INCLUDED', path.join(folder, 'included')), { mode: 0o600 });
    for (const alias of aliases) {
      const hopChain = must(await resolveHops({ alias }, environmentWith(file)));
      const hop = hopChain.hops.at(-1) ?? hopChain.hops[0];
      const asked = await askSsh(file, alias);
      expect(asSshSays(hop, hopChain.hops.slice(0, -1)), `${alias}\n${config}`).toEqual(asRead(asked));
      const seconds = (keyword: string): number | undefined => Number(asked.values.get(keyword)?.[0]) || undefined;
      expect(hop.connectTimeoutMs, alias).toBe((seconds('connecttimeout') ?? 20) * 1000);
      expect(hop.keepaliveMs, alias).toBe((seconds('serveraliveinterval') ?? 10) * 1000);
    }
  });
});

test('resolves every hop of a jump chain as ssh does', async () => {
  const folder = await temporaryFolder();
  const file = path.join(folder, 'config');
  const config =
    'Host target\n ProxyJump one,mid@two:2222\nHost one\n HostName one.example\n User uno\n Port 2201\nHost two\n User ignored\n HostName two.example\n IdentityFile /k/two\n';
  await writeFile(file, config, { mode: 0o600 });
  const hopChain = must(await resolveHops({ alias: 'target' }, environmentWith(file)));
  const asked = [['one'], ['-l', 'mid', '-p', '2222', 'two'], ['target']];
  for (const [index, words] of asked.entries()) {
    const { stdout } = await promisify(execFile)('ssh', ['-G', '-F', file, ...words], { env: environment });
    const hop = hopChain.hops[index];
    expect(stdout).toContain(`\nhostname ${hop?.host}\n`);
    expect(stdout).toContain(`user ${hop?.login}\n`);
    expect(stdout).toContain(`\nport ${hop?.port}\n`);
  }
  expect(hopChain.hops).toHaveLength(3);
});

/** Returns the hops ssh itself would take. Each is resolved with what the next one has decided. */
async function hopsOf(file: string, words: readonly string[]): Promise<readonly string[]> {
  const { stdout } = await promisify(execFile)('ssh', ['-G', '-F', file, ...words], { env: environment });
  const first = (keyword: string): string => new RegExp(`^${keyword} (.*)$`, 'm').exec(stdout)?.[1] ?? '';
  const own = `${first('user')}@${first('hostname')}:${first('port')}`;
  const jumps = first('proxyjump');
  if (jumps === '' || jumps === 'none') return [own];
  const [last = '', ...before] = jumps.split(',').toReversed();
  const through = before.length > 0 ? ['-J', before.toReversed().join(',')] : [];
  const uri = /^(?:ssh:\/\/)?(?:([^@]*)@)?(\[.*\]|[^:[\]]+)(?::(\d+))?$/.exec(last);
  const [, login, host = '', port] = uri ?? [];
  const given = [...(login === undefined ? [] : ['-l', login]), ...(port === undefined ? [] : ['-p', port])];
  return [...(await hopsOf(file, [...through, ...given, host.replaceAll(/[[\]]/g, '')])), own];
}

test('reads hundreds of generated configs as ssh -G does', async () => {
  const folder = await temporaryFolder();
  const random = seeded(20_261_115);
  const includedFile = (index: number): string => path.join(folder, `included-${index}`);
  const file = path.join(folder, 'config');
  const refused: string[] = [];
  let compared = 0;
  for (let count = 0; count < 300; count += 1) {
    const config = generateConfig(random, includedFile);
    await writeFile(file, config.text, { mode: 0o600 });
    for (const [index, text] of config.included.entries()) await writeFile(includedFile(index), text, { mode: 0o600 });
    for (const alias of new Set(config.hosts)) {
      const hopChain = await resolveHops({ alias }, environmentWith(file));
      if (!hopChain.ok) {
        refused.push(hopChain.failure.reason);
        continue;
      }
      const { hops } = hopChain.value;
      const why = `${count}: ${alias}\n${config.text}\n--- included\n${config.included.join('\n---\n')}`;
      const hop = hops.at(-1) ?? hops[0];
      const asked = await askSsh(file, alias);
      expect(asSshSays(hop, hops.slice(0, -1)), why).toEqual(asRead(asked));
      const seconds = (keyword: string): number | undefined => Number(asked.values.get(keyword)?.[0]) || undefined;
      expect(hop.connectTimeoutMs, why).toBe((seconds('connecttimeout') ?? 20) * 1000);
      expect(hop.keepaliveMs, why).toBe((seconds('serveraliveinterval') ?? 10) * 1000);
      expect(
        hops.map(({ login, host, port }) => `${login}@${host}:${port}`),
        why,
      ).toEqual(await hopsOf(file, [alias]));
      compared += 1;
    }
  }
  expect(compared).toBeGreaterThan(300);
  expect(refused.filter((reason) => reason !== 'jump-hosts-loop' && reason !== 'too-many-jump-hosts')).toEqual([]); // ssh would follow those forever
}, 900_000); // thousands of processes on a busy machine
