/**
 * Bundles what the server loads before its first page into one file, because Node takes longer to find many small files than
 * to read a large one.
 */
export const startChunk = { groups: [{ name: 'start-server', test: /electron[\\/]start-server\.ts$/ }] };
