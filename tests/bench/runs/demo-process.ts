import { startDemo } from '../../support/demo/demo.ts';

/** The address and credentials of a demo. */
export interface DemoAddress {
  readonly baseUrl: string;
  readonly token: string;
  readonly ca: string;
}

/** Starts a demo in its own process, so that it takes no CPU time of the client, and prints its address. */
const [speed = 'unlimited', capacity = ''] = process.argv.slice(2);
const demo = await startDemo({
  speed: speed === 'unlimited' ? speed : Number(speed),
  ...(capacity === '' ? {} : { capacity: Number(capacity) }),
});
const address: DemoAddress = { baseUrl: demo.baseUrl, token: demo.token, ca: demo.ca };
console.log(JSON.stringify(address));
