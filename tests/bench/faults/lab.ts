import { execFile, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { rename } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { startRelay } from '../../support/relay.ts';
import { startSshd, type Sshd } from '../../support/sshd.ts';
import { readLine } from '../../support/read-until.ts';

const run = promisify(execFile);
const ip = '/usr/sbin/ip';

/** The network namespaces of the clients, of the network between, and of the instance. */
interface Namespaces {
  readonly laptop: string;
  readonly between: string;
  readonly instance: string;
}

const addresses = { laptop: '10.213.78.2', moved: '10.213.78.3', instance: '10.213.78.1' } as const;

/** An instance with a real sshd, a server behind it, and a network that can fail. */
export interface FaultLab {
  readonly sshd: Sshd;
  readonly sshHost: string;
  readonly sshPort: number;
  /** The server's port on the instance, and its authority's certificate. */
  readonly target: number;
  readonly ca: string;
  /** The supported faults. Each is undefined if this machine can't simulate it. */
  readonly faults: Faults;
  readonly close: () => Promise<void>;
}

/** Each takes effect at once. */
export interface Faults {
  /** Sets the laptop's own interface down or up. */
  readonly setLink: ((isUp: boolean) => Promise<void>) | undefined;
  /** Silently drops every packet, or none. */
  readonly setCut: (isCut: boolean) => Promise<void>;
  /** Drops this percentage of the packets in each direction. */
  readonly setLoss: ((percent: number) => Promise<void>) | undefined;
  readonly changeAddress: (() => Promise<void>) | undefined;
  /** Rejects logins, as an instance does before home folders are mounted. */
  readonly refuseLogins: (isRefused: boolean) => Promise<void>;
}

/** Creates namespaces and runs a program in the laptop's. Returns undefined if they can't be created. */
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

/** Removes a namespace and kills its processes, which are all ours. */
async function removeSpace(space: string): Promise<void> {
  const { stdout } = await run(ip, ['netns', 'pids', space]).catch(() => ({ stdout: '' }));
  for (const pid of stdout.split('\n').filter(Boolean).map(Number)) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // it has exited
    }
  }
  await run(ip, ['netns', 'del', space]).catch(() => undefined);
}

const spacesVariable = 'CAUSEWAY_FAULT_SPACES';

/** Connects the namespaces by a bridge, because neither side notices a port that is removed from it. */
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

/** Starts sshd and the server, in this process's namespaces or on loopback behind a relay. */
export async function startFaultLab(serve: readonly string[]): Promise<FaultLab> {
  const given = process.env[spacesVariable];
  const spaces = given === undefined ? undefined : (JSON.parse(given) as Namespaces); // set by this file
  const sshd = await startSshd(spaces ? { inside: { namespace: spaces.instance, address: addresses.instance } } : {});
  const children: ChildProcess[] = [];
  const [command = '', ...words] = spaces ? [ip, 'netns', 'exec', spaces.instance, ...serve] : serve;
  const server = spawn(command, words, { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(server);
  const close = async (): Promise<void> => {
    for (const child of children) child.kill();
    await sshd.close();
  };
  const printed = await readLine(server.stdout).catch(async (error: unknown) => {
    await close();
    throw error;
  });
  const { port: target, ca } = JSON.parse(printed) as { port: number; ca: string };
  const keys = path.join(sshd.folder, 'authorized_keys');
  const refuseLogins = (isRefused: boolean): Promise<void> => (isRefused ? rename(keys, `${keys}.away`) : rename(`${keys}.away`, keys));
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

/** Pins the neighbours' addresses, because the system would report a missing gateway. The fault should be behind it. */
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
      if (isUp) await keepNeighbours(spaces); // the link's loss removed them
    },
    setCut: async (isCut) =>
      void (await run(ip, ['-n', between, 'link', 'set', 'to-instance', ...(isCut ? ['nomaster'] : ['master', 'bridge'])])),
    setLoss: lossBy(spaces),
    changeAddress: async () => {
      const { stdout } = await run(ip, ['-n', laptop, '-o', 'addr', 'show', 'dev', 'eth0']);
      const isMoved = stdout.includes(`${addresses.moved}/`); // an earlier row moved it
      await inLaptop('addr', 'flush', 'dev', 'eth0');
      await inLaptop('addr', 'add', `${isMoved ? addresses.laptop : addresses.moved}/24`, 'dev', 'eth0');
      await keepNeighbours(spaces);
    },
  };
}

/** Uses netem if the kernel has it, otherwise nft. */
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
