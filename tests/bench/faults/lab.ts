import { execFile, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { rename } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { startRelay } from '../../support/relay.ts';
import { startSshd, type Sshd } from '../../support/sshd.ts';
import { readLine } from '../../support/read-until.ts';

const run = promisify(execFile);
const ip = '/usr/sbin/ip';

/** Where the clients are, what lies between, and where the instance is. */
interface Namespaces {
  readonly laptop: string;
  readonly between: string;
  readonly instance: string;
}

const addresses = { laptop: '10.213.78.2', moved: '10.213.78.3', instance: '10.213.78.1' } as const;

/** An instance with a real sshd and a server behind it, and a network to it that can fail. */
export interface FaultLab {
  readonly sshd: Sshd;
  readonly sshHost: string;
  readonly sshPort: number;
  /** The server's port on the instance, and its authority. */
  readonly target: number;
  readonly ca: string;
  /** What it can do; each undefined where this machine can't. */
  readonly faults: Faults;
  readonly close: () => Promise<void>;
}

/** Each sets in at once. */
export interface Faults {
  /** The laptop's own interface goes down, or comes up. */
  readonly setLink: ((isUp: boolean) => Promise<void>) | undefined;
  /** Every packet is lost on the way, and nobody is told; or none. */
  readonly setCut: (isCut: boolean) => Promise<void>;
  /** So many of a hundred packets are lost, each way. */
  readonly setLoss: ((percent: number) => Promise<void>) | undefined;
  readonly changeAddress: (() => Promise<void>) | undefined;
  /** Whether logins are refused, as before homes are mounted. */
  readonly refuseLogins: (isRefused: boolean) => Promise<void>;
}

/** Makes namespaces and runs a program in the laptop's; undefined where they can't be made. */
export async function insideLaptop(program: readonly string[]): Promise<number | undefined> {
  const id = `cwf${process.pid % 100_000}`;
  const spaces: Namespaces = { laptop: `${id}l`, between: `${id}b`, instance: `${id}i` };
  const all = Object.values(spaces);
  try {
    for (const space of all) await run(ip, ['netns', 'add', space]);
  } catch {
    return undefined;
  }
  try {
    await connectSpaces(spaces);
    const [command = '', ...words] = program;
    const child = spawn(ip, ['netns', 'exec', spaces.laptop, command, ...words], {
      stdio: 'inherit',
      env: { ...process.env, [spacesVariable]: JSON.stringify(spaces) },
    });
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => child.kill(signal));
    return await new Promise((resolve) => child.once('exit', (code) => resolve(code ?? 1)));
  } finally {
    for (const space of all) await removeSpace(space);
  }
}

/** With whatever still runs in it, which is ours. */
async function removeSpace(space: string): Promise<void> {
  const { stdout } = await run(ip, ['netns', 'pids', space]).catch(() => ({ stdout: '' }));
  for (const pid of stdout.split('\n').filter(Boolean).map(Number)) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // it has ended meanwhile
    }
  }
  await run(ip, ['netns', 'del', space]).catch(() => undefined);
}

const spacesVariable = 'CAUSEWAY_FAULT_SPACES';

/** A bridge, so that a port taken out of it is a cut that neither side is told of. */
async function connectSpaces({ laptop, between, instance }: Namespaces): Promise<void> {
  const inside = (space: string, ...words: readonly string[]): Promise<unknown> => run(ip, ['-n', space, ...words]);
  await inside(between, 'link', 'add', 'bridge', 'type', 'bridge');
  await inside(between, 'link', 'set', 'bridge', 'up');
  for (const [space, port, address] of [
    [laptop, 'to-laptop', addresses.laptop],
    [instance, 'to-instance', addresses.instance],
  ] as const) {
    await inside(between, 'link', 'add', port, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', space);
    await inside(between, 'link', 'set', port, 'master', 'bridge', 'up');
    await inside(space, 'link', 'set', 'lo', 'up');
    await inside(space, 'addr', 'add', `${address}/24`, 'dev', 'eth0');
    await inside(space, 'link', 'set', 'eth0', 'up');
  }
}

/** Starts sshd and server; in the namespaces this process was put between, or else on loopback behind a relay. */
export async function startFaultLab(serve: readonly string[]): Promise<FaultLab> {
  const given = process.env[spacesVariable];
  const spaces = given === undefined ? undefined : (JSON.parse(given) as Namespaces); // ours
  const sshd = await startSshd(spaces ? { inside: { namespace: spaces.instance, address: addresses.instance } } : {});
  const children: ChildProcess[] = [];
  const [command = '', ...words] = spaces ? [ip, 'netns', 'exec', spaces.instance, ...serve] : serve;
  const server = spawn(command, words, { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(server);
  const { port: target, ca } = JSON.parse(await readLine(server.stdout)) as { port: number; ca: string };
  const keys = path.join(sshd.folder, 'authorized_keys');
  const refuseLogins = (isRefused: boolean): Promise<void> => (isRefused ? rename(keys, `${keys}.away`) : rename(`${keys}.away`, keys));
  const close = async (): Promise<void> => {
    for (const child of children) child.kill();
    await sshd.close();
  };
  if (spaces) {
    await keepNeighbours(spaces);
    const faults = { ...namespaceFaults(spaces), refuseLogins };
    return { sshd, sshHost: addresses.instance, sshPort: sshd.port, target, ca, faults, close };
  }
  const relay = await startRelay(sshd.port);
  return {
    sshd,
    sshHost: '127.0.0.1',
    sshPort: relay.port,
    target,
    ca,
    faults: {
      setLink: undefined,
      setCut: async (isCut) => (isCut ? relay.stall('all') : relay.resume()),
      setLoss: undefined,
      changeAddress: undefined,
      refuseLogins,
    },
    close: async () => {
      await relay.close();
      await close();
    },
  };
}

/** So that what is cut is the way behind the gateway, and not the gateway itself, whose absence the system would tell. */
async function keepNeighbours({ laptop, instance }: Namespaces): Promise<void> {
  for (const [space, other, to] of [
    [laptop, instance, [addresses.instance]],
    [instance, laptop, [addresses.laptop, addresses.moved]],
  ] as const) {
    const { stdout } = await run(ip, ['-n', other, '-o', 'link', 'show', 'eth0']);
    const mac = /link\/ether (\S+)/.exec(stdout)?.[1] ?? '';
    for (const address of to) await run(ip, ['-n', space, 'neigh', 'replace', address, 'lladdr', mac, 'dev', 'eth0', 'nud', 'permanent']);
  }
}

function namespaceFaults(spaces: Namespaces): Omit<Faults, 'refuseLogins'> {
  const { laptop, between } = spaces;
  const inLaptop = (...words: readonly string[]): Promise<unknown> => run(ip, ['-n', laptop, ...words]);
  return {
    setLink: async (isUp) => {
      await inLaptop('link', 'set', 'eth0', isUp ? 'up' : 'down');
      if (isUp) await keepNeighbours(spaces); // they went with the link
    },
    setCut: async (isCut) =>
      void (await run(ip, ['-n', between, 'link', 'set', 'to-instance', ...(isCut ? ['nomaster'] : ['master', 'bridge'])])),
    setLoss: lossBy(spaces),
    changeAddress: async () => {
      await inLaptop('addr', 'flush', 'dev', 'eth0');
      await inLaptop('addr', 'add', `${addresses.moved}/24`, 'dev', 'eth0');
      await keepNeighbours(spaces);
    },
  };
}

/** By netem where the kernel has it, else by nft. */
function lossBy({ laptop, instance }: Namespaces): Faults['setLoss'] {
  const netem = (space: string, percent: number): readonly string[] => [
    'netns',
    'exec',
    space,
    'tc',
    'qdisc',
    percent === 0 ? 'del' : 'replace',
    'dev',
    'eth0',
    'root',
    ...(percent === 0 ? [] : ['netem', 'loss', `${percent}%`]),
  ];
  const hasNetem = spawnSync(ip, netem(laptop, 1), { stdio: 'ignore' }).status === 0;
  if (hasNetem) {
    spawnSync(ip, netem(laptop, 0), { stdio: 'ignore' });
    return async (percent) => {
      for (const space of [laptop, instance]) await run(ip, [...netem(space, percent)]);
    };
  }
  const nft = (space: string, ...words: readonly string[]): readonly string[] => ['netns', 'exec', space, 'nft', ...words];
  if (spawnSync(ip, nft(laptop, 'list', 'ruleset'), { stdio: 'ignore' }).status !== 0) return undefined;
  return async (percent) => {
    for (const space of [laptop, instance]) {
      await run(ip, [...nft(space, 'flush', 'ruleset')]);
      if (percent === 0) continue;
      await run(ip, [...nft(space, 'add table inet loss')]);
      await run(ip, [...nft(space, 'add chain inet loss come { type filter hook input priority 0; }')]);
      await run(ip, [...nft(space, `add rule inet loss come iifname eth0 numgen random mod 100 < ${percent} drop`)]);
    }
  };
}
