import os from 'node:os';

/** True if this machine has an IPv6 loopback address. Containers and hardened machines often have none. */
export const hasIpv6 = Object.values(os.networkInterfaces()).some((addresses) => addresses?.some(({ address }) => address === '::1'));
