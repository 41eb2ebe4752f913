import os from 'node:os';

/** An ssh config, its includes, and the hosts to resolve. */
export interface GeneratedConfig {
  readonly text: string;
  readonly included: readonly string[];
  readonly hosts: readonly string[];
}

const hosts = ['a', 'b', 'web1', 'web12', 'db.lab', 'gate.lab', 'j1', 'j2'];
const patterns = [...hosts, '*', 'web?', 'web*', '*.lab', '!gate.lab', '!a', '!web1', 'j?', '?', '*b*', 'real.*'];
const users = ['ada', 'bob', os.userInfo().username];
const jumps = ['j1', 'j2', 'u@j1:2201', 'j1,j2', 'u@j2,j1:2202', 'ssh://q@j2:2203', 'none', '[fe80::1]:24'];

/**
 * Generates a random config: sections, negations, tokens, includes, chains and the second pass of Match final. Without %C, in
 * which older versions omit the jump hosts.
 */
export function generateConfig(random: () => number, includedFile: (index: number) => string): GeneratedConfig {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T; // an index of the list
  const some = <T>(list: readonly T[], most: number): readonly T[] =>
    Array.from({ length: 1 + Math.floor(random() * most) }, () => pick(list));
  const word = (keyword: string, value: string): string =>
    pick([`${keyword} ${value}`, `${keyword}=${value}`, `\t${keyword.toLowerCase()}  "${value}"`]);

  const criterion = (): string => {
    const negation = random() < 0.2 ? '!' : '';
    const list = some(patterns, 2).join(',');
    return pick([
      `${negation}host ${list}`,
      `${negation}originalhost ${list}`,
      `${negation}user ${some([...users, 'a*'], 2).join(',')}`,
      `${negation}localuser ${pick(users)}`,
      `${negation}canonical`,
      `${negation}final`,
    ]);
  };
  const setting = (): string =>
    pick([
      () => word('HostName', pick(['%h.example', 'real.lab', 'Real.Example', '10.0.0.7', 'real.%h'])),
      () => word('User', pick(users)),
      () => word('Port', pick(['22', '2022', '2023'])),
      () => word('IdentityFile', pick(['~/.ssh/one', '/keys/%h-%r', '/keys/%n_%p', '%d/two', '/keys/%%', 'none'])),
      () => word('IdentitiesOnly', pick(['yes', 'no'])),
      () => word('IdentityAgent', pick(['none', '/run/agent-%r', 'SSH_AUTH_SOCK'])),
      () => `ProxyJump ${pick(jumps)}`, // ssh treats quotes there as part of the name
      () => word('HostKeyAlias', pick(['mine', 'other'])),
      () => `UserKnownHostsFile ${some(['/k/%h', '/k/%k', '~/k', '/k/%r'], 2).join(' ')}`,
      () => word('ConnectTimeout', pick(['5', '1m30s', '2m'])),
      () => word('ServerAliveInterval', pick(['7', '1m'])),
    ])();
  const section = (canInclude: boolean): string => {
    const head =
      random() < 0.6
        ? `Host ${some(patterns, 3).join(' ')}`
        : random() < 0.15
          ? 'Match all'
          : `Match ${some([0], 2).map(criterion).join(' ')}`;
    const lines = some([0], 4).map(setting);
    if (canInclude && random() < 0.2) lines.push(`Include ${includedFile(pick([0, 1]))}`);
    if (random() < 0.2) lines.push('# a remark');
    return [head, ...lines].join('\n  ');
  };
  const file = (canInclude: boolean, most: number): string => {
    const before = random() < 0.3 ? some([0], 2).map(setting) : [];
    return `${[...before, ...some([0], most).map(() => section(canInclude))].join(pick(['\n', '\r\n', '\n\n']))}\n`;
  };
  return { text: file(true, 5), included: [file(false, 2), file(false, 2)], hosts: some(hosts.slice(0, 6), 2) };
}
