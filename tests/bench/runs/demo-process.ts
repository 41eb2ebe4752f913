import { startDemo } from '../../../electron/core/demo/demo.ts';

/** What the benchmark has to know of the demo. */
export interface DemoPlace {
  readonly baseUrl: string;
  readonly token: string;
  readonly ca: string;
}

/** A demo in a process of its own, so that it takes no time of those who ask it. Prints where it is. */
const [speed = 'unlimited', capacity = ''] = process.argv.slice(2);
const demo = await startDemo({
  speed: speed === 'unlimited' ? speed : Number(speed),
  ...(capacity === '' ? {} : { capacity: Number(capacity) }),
});
const place: DemoPlace = { baseUrl: demo.baseUrl, token: demo.token, ca: demo.ca };
console.log(JSON.stringify(place));
