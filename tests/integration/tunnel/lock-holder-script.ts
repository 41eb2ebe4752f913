import { withFileLock } from '../../../electron/core/shared/file-lock.ts';

/** A program that takes a lock and never lets go of it by itself. */
const [file = ''] = process.argv.slice(2);
await withFileLock(file, async () => {
  console.log('held');
  await new Promise((resolve) => void setTimeout(resolve, 600_000));
});
