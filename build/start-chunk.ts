/**
 * What the server loads before it serves its first page, in one file with all that it imports: to find a dozen small files takes
 * Node longer than to read a large one.
 */
export const startChunk = { groups: [{ name: 'start-server', test: /electron[\\/]start-server\.ts$/ }] };
