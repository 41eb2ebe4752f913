/** `npm run headless -- --profile NAME|FILE`: Causeway without a window, from the sources. */
import packageJson from '../../package.json' with { type: 'json' };
import { startHeadless } from '../../electron/headless.ts';

process.exit(await startHeadless(packageJson.version, process.argv.slice(2)));
