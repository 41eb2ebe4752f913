import path from 'node:path';
import { startServer } from './start-server.ts';

process.exit(await startServer(__VERSION__, path.join(import.meta.dirname, '../renderer'), process.argv.slice(2)));
