import { withFileLock } from '../../../electron/core/shared/file-lock.ts';

/** Takes a lock and never releases it. */
const [file = ''] = process.argv.slice(2);
await withFileLock(file, async () => {
  console.log('held');
  await new Promise((resolve) => void setTimeout(resolve, 600_000));
});
