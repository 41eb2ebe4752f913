/** Counts a packet: in the last eight bytes of the twelve (RFC 5647). */
export function countPacket(nonce: Buffer): void {
  for (let at = 11; at >= 4; at -= 1) {
    const next = ((nonce[at] ?? 0) + 1) & 0xff;
    nonce[at] = next;
    if (next !== 0) return;
  }
}
