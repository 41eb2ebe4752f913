import net from 'node:net';
import { ok, type Result } from '../../contract/failure.ts';
import { fail } from '../../contract/failures/fail.ts';

const reserved4 = blockList('ipv4', [
  ['0.0.0.0', 8], // "this network"; 0.0.0.0 reaches this very computer on most systems
  ['10.0.0.0', 8],
  ['100.64.0.0', 10], // carrier-grade NAT, and the metadata services of some clouds
  ['127.0.0.0', 8],
  ['169.254.0.0', 16], // link-local, with the metadata services of most clouds
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4], // multicast
  ['240.0.0.0', 4], // with the broadcast address
]);

/** Only global unicast is public; these parts of it are not. */
const global6 = blockList('ipv6', [['2000::', 3]]);
const reserved6 = blockList('ipv6', [
  ['2001::', 23], // Teredo and other protocol assignments
  ['2001:db8::', 32],
  ['2002::', 16], // 6to4: an IPv4 address in disguise
  ['3fff::', 20],
]);

/** IPv4-mapped, and NAT64, which networks without IPv4 make up for public names. */
const carriers = blockList('ipv6', [
  ['::ffff:0:0', 96],
  ['64:ff9b::', 96],
]);

/** Returns whether an IP address is on the public internet: not this computer, its own networks or multicast. */
export function isPublicAddress(address: string): boolean {
  switch (net.isIP(address)) {
    case 4:
      return !reserved4.check(address, 'ipv4');
    case 6: {
      if (address.includes('%')) return false; // a zone: link-local
      // Asked of the carriers by the IPv4 address inside, since a mapped address is also checked as IPv4 by Node.
      const inner = carriers.check(address, 'ipv6') ? lastFourBytes(address) : undefined;
      if (inner !== undefined) return !reserved4.check(inner, 'ipv4');
      return global6.check(address, 'ipv6') && !reserved6.check(address, 'ipv6');
    }
    default:
      return false;
  }
}

/** Returns whether a name means this computer by convention, whatever a resolver says. */
export function isLocalName(name: string): boolean {
  const bare = name.toLowerCase().replace(/\.+$/, '');
  return bare === 'localhost' || bare.endsWith('.localhost') || bare === 'localhost.localdomain' || bare === '';
}

function lastFourBytes(address: string): string {
  const compressed = new URL(`http://[${address}]`).hostname.slice(1, -1); // normalized: hexadecimal, no dots
  const groups = compressed.split(':').slice(-2);
  const [high = 0, low = 0] = groups.map((group) => (group === '' ? 0 : Number.parseInt(group, 16)));
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

function blockList(family: 'ipv4' | 'ipv6', subnets: readonly (readonly [string, number])[]): net.BlockList {
  const list = new net.BlockList();
  for (const [address, bits] of subnets) list.addSubnet(address, bits, family);
  return list;
}

/** Normalizes a host the user lists, to `host` or `host:port`. */
export function parseAllowedHost(text: string): Result<string> {
  const match = /^(\[[0-9A-Fa-f:.]+\]|[^\s/?#@:[\]\\%*]+)(?::(\d{1,5}))?$/.exec(text.trim());
  const [, name = '', port] = match ?? [];
  const address = match && URL.canParse(`http://${name}/`) ? new URL(`http://${name}/`) : undefined;
  if (!address || address.hostname === '' || (port !== undefined && (Number(port) < 1 || Number(port) > 65_535))) {
    return fail('web-host-invalid');
  }
  return ok(port === undefined ? address.hostname : `${address.hostname}:${Number(port)}`);
}

/** Returns whether a host is listed. `hostname` is as the URL parser writes it. */
export function isAllowedHost(entries: readonly string[], hostname: string, port: number): boolean {
  const name = hostname.toLowerCase();
  return entries.includes(name) || entries.includes(`${name}:${port}`);
}
