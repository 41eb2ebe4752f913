import os from 'node:os';

/** Whether this machine has the IPv6 address of itself; containers and hardened machines often have none. */
export const hasIpv6 = Object.values(os.networkInterfaces()).some((addresses) => addresses?.some(({ address }) => address === '::1'));
