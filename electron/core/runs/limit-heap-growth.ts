import v8 from 'node:v8';

/** Enough for the requests in flight. What a request allocates is garbage once its result is saved. */
const maxNewSpace = 32 * 1024 * 1024;
let isLimited = false;

/**
 * Stops V8's new space from growing once it is large enough, for the rest of the process. Otherwise a long run grows it to
 * 128 MB, which V8 keeps, and is no faster.
 */
export function limitHeapGrowth(): void {
  if (isLimited) return;
  const newSpace = v8.getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space');
  if (newSpace === undefined || newSpace.space_size < maxNewSpace) return;
  v8.setFlagsFromString('--semi-space-growth-factor=1');
  isLimited = true;
}
