import { readFile, writeFile } from 'node:fs/promises';
import { createUpstream } from '../../../electron/core/upstream/upstream.ts';

const [origin = '', authority = '', store = ''] = process.argv.slice(2);

// The store is a pipe, so that whoever reads it waits for this thread to write.
const upstream = createUpstream({ origin, route: { kind: 'straight' } });
const probed = upstream.probe('secured', new AbortController().signal);
void readFile(authority).then((pem) => writeFile(store, pem));
const result = await probed;
process.stdout.write(result.ok ? 'verified' : JSON.stringify(result.failure));
await upstream.dispose();
