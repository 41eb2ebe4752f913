/** Returns a random id. `crypto.randomUUID` is missing if a reverse proxy serves the page without TLS. */
export function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
